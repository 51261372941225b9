-- In a secret ballot nothing may follow from a count --------------------------------------------------------

-- When voting last opened, also after an extension. A submission from before may have votes.
alter table challenges add column last_ballot_at timestamptz;
update challenges set last_ballot_at = voting_opened_at where voting_opened_at is not null;

create function note_ballot() returns trigger language plpgsql as $$
begin
  new.last_ballot_at := app_now();
  return new;
end $$;
create trigger challenges_ballot before update of status on challenges for each row
  when (new.status = 'voting' and old.status <> 'voting') execute function note_ballot();

create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

-- Hidden votes are counted apart by day, and join the others when their challenge shows them. Writers of votes hold the
-- challenge, so it cannot change between a vote and its count.
create or replace function tally_days() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  case tg_table_name
    when 'votes' then
      insert into daily_tallies
        select case when c.hides_votes then 'hidden votes' else 'votes' end, utc_day(changed.created_at), sign * count(*)
        from changed join challenges c on c.id = changed.challenge_id group by 1, 2;
    when 'submissions' then
      insert into daily_tallies select 'submissions', utc_day(submission_date), sign * count(*) from changed group by 2;
    when 'users' then
      insert into daily_tallies select 'users', utc_day(joined_date), sign * count(*) from changed group by 2;
  end case;
  return null;
end $$;

create or replace function tally_another_day() returns trigger language plpgsql as $$
declare
  subject text;
begin
  case tg_table_name
    when 'votes' then
      select case when c.hides_votes then 'hidden votes' else 'votes' end into subject
        from challenges c where c.id = new.challenge_id;
      insert into daily_tallies values (subject, utc_day(old.created_at), -1), (subject, utc_day(new.created_at), 1);
    when 'submissions' then
      insert into daily_tallies
        values ('submissions', utc_day(old.submission_date), -1), ('submissions', utc_day(new.submission_date), 1);
    when 'users' then
      insert into daily_tallies values ('users', utc_day(old.joined_date), -1), ('users', utc_day(new.joined_date), 1);
  end case;
  return null;
end $$;

create function tally_shown_days() returns trigger language plpgsql as $$
begin
  insert into daily_tallies
    select side.subject, utc_day(v.created_at), side.sign * count(*)
    from votes v cross join lateral (values
      ('votes', case when new.hides_votes then -1 else 1 end),
      ('hidden votes', case when new.hides_votes then 1 else -1 end)) as side (subject, sign)
    where v.challenge_id = new.id group by 1, 2, side.sign;
  return null;
end $$;
create trigger challenges_days_move after update of show_votes, status on challenges for each row
  when (old.hides_votes <> new.hides_votes) execute function tally_shown_days();

insert into daily_tallies
  select side.subject, utc_day(v.created_at), side.sign * count(*)
  from votes v join challenges c on c.id = v.challenge_id
  cross join (values ('votes', -1), ('hidden votes', 1)) as side (subject, sign)
  where c.hides_votes group by 1, 2, side.sign;
