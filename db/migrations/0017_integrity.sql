-- Votes that administrators voided, kept while they may be restored and for the reasons on the page of results.
create table void_batches (
  id           uuid primary key,
  challenge_id uuid not null references challenges (id) on delete cascade,
  reason       text not null check (reason in ('several_accounts', 'new_accounts', 'agreed', 'suspended', 'other')),
  -- What the administrator wrote, for administrators only.
  note         text not null check (char_length(note) between 1 and 500),
  votes        integer not null check (votes > 0),
  voided_by    uuid references users (id),
  voided_at    timestamptz not null default app_now(),
  restored_at  timestamptz
);
create index void_batches_by_challenge on void_batches (challenge_id, voided_at desc);

-- A member whose vote is voided has no other in the challenge.
create table voided_votes (
  challenge_id  uuid not null,
  user_id       uuid not null references users (id),
  batch_id      uuid not null references void_batches (id) on delete cascade,
  submission_id uuid not null references submissions (id) on delete cascade,
  author_id     uuid not null,
  created_at    timestamptz not null,
  primary key (challenge_id, user_id)
);
create index voided_votes_by_batch on voided_votes (batch_id);
create index voided_votes_by_submission on voided_votes (submission_id);
create index voided_votes_by_member on voided_votes (user_id);
create index voided_votes_by_author on voided_votes (author_id);

-- In a trigger, because the vote of a member who waits for the voiding to commit would not see it. The row is left out.
create function refuse_voided() returns trigger language plpgsql as $$
begin
  if exists (select from voided_votes x where x.challenge_id = new.challenge_id and x.user_id = new.user_id) then
    return null;
  end if;
  return new;
end $$;
create trigger votes_not_voided before insert on votes for each row execute function refuse_voided();

-- A held result: the challenge is not completed until an administrator releases it. The constraint also stops a process
-- of the previous release, which does not know the column.
alter table challenges
  add column held_at timestamptz,
  add constraint held_result_is_open check (held_at is null or status <> 'completed');

create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

-- For the integrity desk.
create index challenges_on_desk on challenges (voting_ends_at)
  where last_ballot_at is not null and status in ('active', 'voting');

-- Who may vote in a challenge.
alter table challenges add column voters text not null default 'everyone'
  check (voters in ('everyone', 'verified', 'members_before'));

-- The networks from which members signed in and voted, as keyed hashes, for 30 days.
create table member_networks (
  user_id uuid not null references users (id),
  network bytea not null check (length(network) = 16),
  seen_at timestamptz not null,
  primary key (user_id, network)
);
create index member_networks_oldest on member_networks (seen_at);

-- The key of these hashes, made when it is first needed. It never leaves the database.
create table network_keys (is_key boolean primary key default true check (is_key), key bytea not null check (length(key) = 32));

create function network_hash(network text) returns bytea language plpgsql as $$
declare
  secret bytea;
begin
  select k.key into secret from network_keys k;
  if secret is null then
    insert into network_keys (key)
      select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) from generate_series(1, 4)
      on conflict do nothing;
    select k.key into secret from network_keys k;
  end if;
  return substring(sha256(secret || sha256(secret || convert_to(network, 'UTF8'))) for 16);
end $$;

-- How many patterns the schedule found in the votes of each running challenge, for the list of the integrity desk.
create table pattern_counts (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  patterns     integer not null check (patterns >= 0),
  counted_at   timestamptz not null
);

-- Which administrator has looked at the counts of a secret ballot.
create table count_views (
  challenge_id uuid not null references challenges (id) on delete cascade,
  admin_id     uuid not null references users (id),
  viewed_at    timestamptz not null default app_now(),
  primary key (challenge_id, admin_id)
);
create index count_views_by_admin on count_views (admin_id);

-- The votes that were voided, by reason, for the page of results.
alter table certificates add column voided jsonb not null default '{}';
create function certify_voided() returns trigger language plpgsql as $$
begin
  new.voided := (
    select coalesce(jsonb_object_agg(reason, n), '{}') from (
      select b.reason, count(*) as n from voided_votes v join void_batches b on b.id = v.batch_id
      where v.challenge_id = (select challenge_id from completions where id = new.completion_id)
      group by b.reason) counted);
  return new;
end $$;
create trigger certificates_voided before insert on certificates for each row execute function certify_voided();

-- What a new challenge begins with. One row, or none before the first change.
create table challenge_defaults (
  is_defaults boolean primary key default true check (is_defaults),
  show_votes  boolean not null
);

-- 'vote_hidden' takes the points of a vote back that stays cast, where a challenge hides its votes again. Not validated:
-- the earlier check was narrower, and reading all rows would hold the lock.
alter table points_log
  drop constraint points_log_reason_check,
  add constraint points_log_reason_check check (reason in (
    'challenge_submission', 'submission_removed', 'vote_cast', 'vote_received', 'vote_removed', 'vote_hidden',
    'challenge_win', 'challenge_win_revoked', 'challenge_participation', 'admin_adjustment')) not valid;

-- Not validated: the earlier check was narrower, and reading all rows would hold the lock.
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held', 'challenge_result_released',
    'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
    'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked',
    'member_suspended', 'member_reinstated', 'member_deleted')) not valid;
