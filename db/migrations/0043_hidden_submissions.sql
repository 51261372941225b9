-- Lists of all submissions pass over those that challenges hide until the deadline, however many there are.
alter table challenges
  add column submissions_shown_at timestamptz,
  add column hides_submissions boolean not null generated always as (
    not show_submissions and submissions_shown_at is null and status in ('draft', 'upcoming', 'active')) stored;
update challenges set submissions_shown_at = deadline
  where not show_submissions and status = 'active' and deadline <= app_now();

create function hide_submissions_again() returns trigger language plpgsql as $$
begin
  new.submissions_shown_at := null;
  return new;
end $$;
create trigger challenges_deadline_ahead before update of deadline on challenges for each row
  when (new.deadline is distinct from old.deadline and new.deadline > app_now())
  execute function hide_submissions_again();

create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at',
    'first_ballot_at', 'votes_shown_at', 'submissions_shown_at', 'hides_submissions'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

-- What a challenge hides, copied to its submissions ---------------------------------------------------------
-- A foreign key held the copies before, and rewrote all submissions in the transaction that completed the challenge:
-- with 100,000 of them it never ended in time.

alter table submissions add column is_hidden boolean not null default false;
update submissions s set is_hidden = true from challenges c where c.id = s.challenge_id and c.hides_submissions;
alter table submissions
  alter column is_hidden drop default,
  drop constraint submissions_challenge_fkey;
-- Updates of these columns wait for transactions that add a submission, because a foreign key could refer to them.
alter table challenges
  drop constraint challenges_copied,
  add constraint challenges_copied unique (id, hides_votes, hides_submissions),
  add constraint challenges_kind unique (id, kind);
alter table submissions add constraint submissions_challenge_fkey
  foreign key (challenge_id, kind) references challenges (id, kind) on update cascade;

create or replace function take_after_challenge() returns trigger language plpgsql as $$
begin
  select kind, hides_votes, hides_submissions into new.kind, new.votes_hidden, new.is_hidden
    from challenges where id = new.challenge_id for key share;
  return new;
end $$;

-- The challenges of which not all submissions have the copies yet.
create table copies_due (challenge_id uuid primary key references challenges (id) on delete cascade);

-- Copies to at most so many submissions, and passes over those that another transaction holds: it may wait for one that
-- is copied to. Returns whether some are left.
create function copy_hidden(challenge uuid, most integer) returns boolean language plpgsql as $$
begin
  update submissions s set votes_hidden = c.hides_votes, is_hidden = c.hides_submissions
    from challenges c
    where c.id = challenge and s.id = any(array(
      select o.id from submissions o
      where o.challenge_id = challenge and (o.votes_hidden, o.is_hidden) <> (c.hides_votes, c.hides_submissions)
      limit most for no key update skip locked));
  return exists (
    select from submissions o join challenges c on c.id = o.challenge_id
    where c.id = challenge and (o.votes_hidden, o.is_hidden) <> (c.hides_votes, c.hides_submissions));
end $$;

create function copy_first_hidden() returns trigger language plpgsql as $$
begin
  -- Waits for a batch that has begun with the values before.
  perform from copies_due where challenge_id = new.id for update;
  if copy_hidden(new.id, 1000) then
    insert into copies_due values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger challenges_copy_hidden after update on challenges for each row
  when ((old.hides_votes, old.hides_submissions) is distinct from (new.hides_votes, new.hides_submissions))
  execute function copy_first_hidden();

create index submissions_listed on submissions (is_hidden, status, submission_date desc, id desc);
create index submissions_listed_by_kind on submissions (kind, is_hidden, status, submission_date desc, id desc);
create index submissions_listed_by_votes
  on submissions (kind, is_hidden, status, votes_shown desc, submission_date desc, id desc);
drop index submissions_by_kind;
create index submissions_standings_by_status on submissions (challenge_id, status, votes desc, content_changed_at, id);
