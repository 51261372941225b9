-- Dates of a challenge that were moved while members relied on them. Its page shows them.
create table moved_dates (
  id           uuid primary key,
  challenge_id uuid not null references challenges (id) on delete cascade,
  moved_at     timestamptz not null default app_now(),
  moment       text not null check (moment in ('start', 'deadline', 'voting_start', 'voting_end')),
  -- Null if it was, or is, not known.
  moved_from   timestamptz,
  moved_to     timestamptz,
  check (moved_from is distinct from moved_to)
);
create index moved_dates_by_challenge on moved_dates (challenge_id, moved_at desc, moment);

-- Not validated: the earlier check was narrower, and reading all rows would hold the lock.
alter table notification_events
  drop constraint notification_events_kind_check,
  add constraint notification_events_kind_check check (kind in (
    'challenge_opened', 'deadline_near', 'dates_moved', 'voting_opened', 'results', 'submission_received',
    'submission_approved', 'submission_rejected', 'commented', 'comment_hidden', 'report_resolved', 'vote_voided',
    'rank_changed', 'announcement')) not valid;

-- When what a challenge says was last changed, for feeds.
alter table challenges add column content_changed_at timestamptz;
create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at',
    'first_ballot_at', 'votes_shown_at', 'submissions_shown_at', 'hides_submissions', 'content_changed_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
    new.content_changed_at := app_now();
  end if;
  return new;
end $$;

-- The zone of the member's browser at the last sign-in, for mails.
alter table users add column time_zone text check (length(time_zone) between 1 and 64);
