-- Rows of a table by the day they are dated, in UTC. Rows are only ever added, so that counting makes nobody wait for
-- anybody; the count is their sum, and the schedule folds them together. Read and folded in
-- domain/moderation/days.server.ts.
create table daily_tallies (
  subject text not null,
  day     date not null,
  n       integer not null
);

create function utc_day(moment timestamptz) returns date
  language sql immutable parallel safe
  as $$ select (moment at time zone 'UTC')::date $$;

-- Not one statement with the column as its argument: that would be planned anew with each vote.
create function tally_days() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  case tg_table_name
    when 'votes' then
      insert into daily_tallies select 'votes', utc_day(created_at), sign * count(*) from changed group by 2;
    when 'submissions' then
      insert into daily_tallies select 'submissions', utc_day(submission_date), sign * count(*) from changed group by 2;
    when 'users' then
      insert into daily_tallies select 'users', utc_day(joined_date), sign * count(*) from changed group by 2;
  end case;
  return null;
end $$;

create function tally_another_day() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'votes' then
      insert into daily_tallies values ('votes', utc_day(old.created_at), -1), ('votes', utc_day(new.created_at), 1);
    when 'submissions' then
      insert into daily_tallies
        values ('submissions', utc_day(old.submission_date), -1), ('submissions', utc_day(new.submission_date), 1);
    when 'users' then
      insert into daily_tallies values ('users', utc_day(old.joined_date), -1), ('users', utc_day(new.joined_date), 1);
  end case;
  return null;
end $$;

create trigger votes_days_more after insert on votes referencing new table as changed
  for each statement execute function tally_days();
create trigger votes_days_less after delete on votes referencing old table as changed
  for each statement execute function tally_days();
create trigger votes_days_move after update of created_at on votes for each row
  when (utc_day(old.created_at) <> utc_day(new.created_at)) execute function tally_another_day();

create trigger submissions_days_more after insert on submissions referencing new table as changed
  for each statement execute function tally_days();
create trigger submissions_days_less after delete on submissions referencing old table as changed
  for each statement execute function tally_days();
create trigger submissions_days_move after update of submission_date on submissions for each row
  when (utc_day(old.submission_date) <> utc_day(new.submission_date)) execute function tally_another_day();

create trigger users_days_more after insert on users referencing new table as changed
  for each statement execute function tally_days();
create trigger users_days_less after delete on users referencing old table as changed
  for each statement execute function tally_days();
create trigger users_days_move after update of joined_date on users for each row
  when (utc_day(old.joined_date) <> utc_day(new.joined_date)) execute function tally_another_day();

insert into daily_tallies select 'votes', utc_day(created_at), count(*) from votes group by 2;
insert into daily_tallies select 'submissions', utc_day(submission_date), count(*) from submissions group by 2;
insert into daily_tallies select 'users', utc_day(joined_date), count(*) from users group by 2;
