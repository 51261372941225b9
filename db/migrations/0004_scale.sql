-- For searching inside words; comes with PostgreSQL and may be made by a database's owner.
create extension if not exists pg_trgm;

-- Copies of what listings sort and filter by ----------------------------------------------------------------

alter table challenges
  add column hides_votes boolean not null
    generated always as (not show_votes and status not in ('completed', 'canceled')) stored,
  add constraint challenges_copied unique (id, kind, hides_votes);

alter table submissions
  add column kind text,
  add column votes_hidden boolean;
update submissions s set kind = c.kind, votes_hidden = c.hides_votes from challenges c where c.id = s.challenge_id;

-- The foreign key holds the copies equal to their challenge, whoever changes it and however.
alter table submissions
  alter column kind set not null,
  alter column votes_hidden set not null,
  add column votes_shown integer not null generated always as (case when votes_hidden then -1 else votes end) stored,
  drop constraint submissions_challenge_id_fkey,
  add constraint submissions_challenge_fkey foreign key (challenge_id, kind, votes_hidden)
    references challenges (id, kind, hides_votes) on update cascade;

create function take_after_challenge() returns trigger language plpgsql as $$
begin
  select kind, hides_votes into new.kind, new.votes_hidden from challenges where id = new.challenge_id;
  return new;
end $$;
create trigger submissions_take_after_challenge before insert on submissions
  for each row execute function take_after_challenge();

-- Tallies of whole tables -----------------------------------------------------------------------------------

-- How many rows there are, by a key. Rows are only ever added, so that counting makes nobody wait for anybody; the
-- count is their sum, and the schedule folds them together. Read and folded in platform/database/tallies.server.ts.
create table tallies (
  subject text not null,
  key     text not null,
  n       integer not null
);

-- Arguments: the subject, and the key as an expression over the table's columns.
create function tally_rows() returns trigger language plpgsql as $$
begin
  execute format('insert into tallies select %L, %s, %s * count(*) from changed group by 2',
    tg_argv[0], tg_argv[1], case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;

create function tally_move() returns trigger language plpgsql as $$
begin
  execute format('insert into tallies
    select $1, %1$s, -1 from (select ($2).*) old union all select $1, %1$s, 1 from (select ($3).*) new', tg_argv[1])
    using tg_argv[0], old, new;
  return null;
end $$;

create trigger users_tally_more after insert on users referencing new table as changed
  for each statement execute function tally_rows('users', 'rank');
create trigger users_tally_less after delete on users referencing old table as changed
  for each statement execute function tally_rows('users', 'rank');
create trigger users_tally_move after update of rank on users for each row when (old.rank <> new.rank)
  execute function tally_move('users', 'rank');

create trigger submissions_tally_more after insert on submissions referencing new table as changed
  for each statement execute function tally_rows('submissions', 'status');
create trigger submissions_tally_less after delete on submissions referencing old table as changed
  for each statement execute function tally_rows('submissions', 'status');
create trigger submissions_tally_move after update of status on submissions for each row when (old.status <> new.status)
  execute function tally_move('submissions', 'status');

create trigger challenges_tally_more after insert on challenges referencing new table as changed
  for each statement execute function tally_rows('challenges', $$ status || '/' || type || '/' || kind $$);
create trigger challenges_tally_less after delete on challenges referencing old table as changed
  for each statement execute function tally_rows('challenges', $$ status || '/' || type || '/' || kind $$);
create trigger challenges_tally_move after update of status, type, kind on challenges for each row
  when ((old.status, old.type, old.kind) is distinct from (new.status, new.type, new.kind))
  execute function tally_move('challenges', $$ status || '/' || type || '/' || kind $$);

insert into tallies select 'users', rank, count(*) from users group by rank;
insert into tallies select 'submissions', status, count(*) from submissions group by status;
insert into tallies select 'challenges', status || '/' || type || '/' || kind, count(*) from challenges group by 2;

-- Tallies of each challenge ---------------------------------------------------------------------------------

-- Votes and approved entries, spread over slots: connections that write at the same time seldom meet in one. Whoever
-- writes here holds the challenge, shared only where this is the last row that is locked.
create table challenge_tallies (
  challenge_id uuid not null references challenges (id) on delete cascade,
  slot         smallint not null,
  votes        integer not null default 0,
  approved     integer not null default 0,
  primary key (challenge_id, slot)
) with (fillfactor = 40);

create function tally_vote() returns trigger language plpgsql as $$
begin
  insert into challenge_tallies as t (challenge_id, slot, votes)
    values (coalesce(new.challenge_id, old.challenge_id), pg_backend_pid() % 16, case tg_op when 'INSERT' then 1 else -1 end)
    on conflict (challenge_id, slot) do update set votes = t.votes + excluded.votes;
  return null;
end $$;

create function tally_approved() returns trigger language plpgsql as $$
begin
  insert into challenge_tallies as t (challenge_id, slot, approved)
    values (coalesce(new.challenge_id, old.challenge_id), pg_backend_pid() % 16, case new.status when 'approved' then 1 else -1 end)
    on conflict (challenge_id, slot) do update set approved = t.approved + excluded.approved;
  return null;
end $$;

create trigger votes_tally after insert or delete on votes for each row execute function tally_vote();
create trigger submissions_approved_more after insert on submissions for each row
  when (new.status = 'approved') execute function tally_approved();
create trigger submissions_approved_less after delete on submissions for each row
  when (old.status = 'approved') execute function tally_approved();
create trigger submissions_approved_move after update of status on submissions for each row
  when ((old.status = 'approved') <> (new.status = 'approved')) execute function tally_approved();

insert into challenge_tallies (challenge_id, slot, votes, approved)
  select challenge_id, 0, sum(votes), count(*) filter (where status = 'approved') from submissions group by challenge_id;

-- Indexes, one for each order in which something is listed --------------------------------------------------

-- A vote writes every index of its own row and of its entry's: what another index answers as well goes.
drop index submissions_tally;
drop index votes_by_member;
create index submissions_by_kind on submissions (kind, submission_date desc, id desc);
create index submissions_by_votes on submissions (kind, votes_shown desc, submission_date desc, id desc);

create index challenges_open on challenges (is_voting_open, created_at desc, id desc) where is_active;
create index challenges_open_newest on challenges (created_at desc, id desc) where is_active;
create index challenges_featured on challenges ((type <> 'daily'), deadline, id) where status = 'active';
create index challenges_voting on challenges (deadline desc, id desc) where status = 'voting';
create index challenges_by_section on challenges (status, type, created_at desc, id desc);
create index challenges_finished_by_kind on challenges (kind, completed_at desc, id desc)
  where status in ('completed', 'canceled');
create index challenges_finished_by_type on challenges (type, completed_at desc, id desc)
  where status in ('completed', 'canceled');
create index challenges_finished_by_both on challenges (type, kind, completed_at desc, id desc)
  where status in ('completed', 'canceled');
create index challenges_showcase on challenges (deadline desc, id desc) where winner_submission_id is not null;
create index challenges_showcase_by_kind on challenges (kind, deadline desc, id desc) where winner_submission_id is not null;
create index challenges_showcase_top on challenges (winner_votes desc, deadline desc, id desc)
  where winner_submission_id is not null;
