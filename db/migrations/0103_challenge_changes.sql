-- Before the tables that refer to it: a process that has locked a challenge may write it before this ends.
lock table challenges in access exclusive mode;

-- What organisers changed of a challenge: a date that members relied on, or a step that they took. Its page shows it.
create table challenge_changes (
  id           uuid primary key,
  challenge_id uuid not null references challenges (id) on delete cascade,
  changed_at   timestamptz not null default app_now(),
  what         text not null check (what in (
    'start', 'deadline', 'voting_start', 'voting_end',
    'opened', 'entries_closed', 'voting_started', 'completed', 'canceled', 'reopened', 'voting_reopened', 'resumed')),
  -- Of a date; null if it was, or is, not known.
  moved_from   timestamptz,
  moved_to     timestamptz,
  -- What members read of a cancellation.
  note         text check (char_length(note) between 1 and 2000),
  constraint challenge_changes_dates_check check (case
    when what in ('start', 'deadline', 'voting_start', 'voting_end') then moved_from is distinct from moved_to
    else num_nonnulls(moved_from, moved_to) = 0 end),
  constraint challenge_changes_canceled_check check ((note is not null) = (what = 'canceled'))
);
create index challenge_changes_by_challenge on challenge_changes (challenge_id, changed_at desc, what);

insert into challenge_changes (id, challenge_id, changed_at, what, note)
  select id, challenge_id, taken_at, step, note from challenge_steps;
-- A step says by itself that a date is now, and such dates were not shown beside it.
insert into challenge_changes (id, challenge_id, changed_at, what, moved_from, moved_to)
  select id, challenge_id, moved_at, moment, moved_from, moved_to from moved_dates m
  where moved_to > moved_at or not exists (
    select from challenge_steps s where s.challenge_id = m.challenge_id
      and s.taken_at between m.moved_at and m.moved_at + interval '5 seconds');
drop table moved_dates;
drop table challenge_steps;

-- For processes of the release before, until they are replaced. The next release drops these.
create view moved_dates as
  select id, challenge_id, changed_at as moved_at, what as moment, moved_from, moved_to
  from challenge_changes where what in ('start', 'deadline', 'voting_start', 'voting_end');
create view challenge_steps as
  select id, challenge_id, changed_at as taken_at, what as step, note
  from challenge_changes where what not in ('start', 'deadline', 'voting_start', 'voting_end');
