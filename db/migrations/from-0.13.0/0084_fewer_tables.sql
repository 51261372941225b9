-- Tables of one row become settings, and the alert of a challenge two of its columns.

lock table challenges in access exclusive mode;

insert into settings (key, value)
  select 'challenge_defaults', jsonb_build_object('showVotes', show_votes) from challenge_defaults;
drop table challenge_defaults;

insert into settings (key, value) select 'network_key', to_jsonb(encode(key, 'hex')) from network_keys;
create or replace function network_hash(network text) returns bytea language plpgsql as $$
declare
  secret bytea;
begin
  select decode(value #>> '{}', 'hex') into secret from settings where key = 'network_key';
  if secret is null then
    insert into settings (key, value) values ('network_key', to_jsonb(encode(
      sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex')))
      on conflict (key) do nothing;
    select decode(value #>> '{}', 'hex') into secret from settings where key = 'network_key';
  end if;
  return substring(sha256(secret || sha256(secret || convert_to(network, 'UTF8'))) for 16);
end $$;
drop table network_keys;

-- Why and when the completion of a challenge was stopped.
alter table challenges add column result_alert text, add column result_alert_at timestamptz,
  add check ((result_alert is null) = (result_alert_at is null));
create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at',
    'first_ballot_at', 'votes_shown_at', 'submissions_shown_at', 'hides_submissions', 'content_changed_at',
    'result_alert', 'result_alert_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
    new.content_changed_at := app_now();
  end if;
  return new;
end $$;
update challenges c set result_alert = a.detail, result_alert_at = a.found_at
  from result_alerts a where a.challenge_id = c.id;
drop table result_alerts;
create index challenges_alerted on challenges (result_alert_at) where result_alert_at is not null;
