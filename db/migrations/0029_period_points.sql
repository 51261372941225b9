-- The points of each member in a month and in a season (a quarter of the year), both in UTC. Kept by the ledger, so
-- that the leaderboard of a period is read in the order of an index. The schedule deletes periods that are over.

-- In the order in which the ledger locks them, and until the end of this transaction, so that no entry is missed.
lock table users, points_log in share row exclusive mode;

create function period_start(period text, moment timestamptz) returns date
  language sql immutable parallel safe
  as $$ select date_trunc(case period when 'season' then 'quarter' else 'month' end, moment at time zone 'UTC')::date $$;

create table period_points (
  user_id     uuid not null references users (id),
  period      text not null check (period in ('month', 'season')),
  starts_on   date not null,
  -- Below 0 where more was taken back than earned.
  points      integer not null,
  -- A copy, for the order of equal points.
  joined_date timestamptz not null,
  primary key (user_id, period, starts_on)
);
create index period_points_in_order on period_points (period, starts_on, points desc, joined_date, user_id);

-- Each writer of the ledger has locked the members, so the totals need no order of locks of their own. The member is
-- looked up row by row: a plan that was made for many rows would read all members for a vote.
create function add_period_points() returns trigger language plpgsql as $$
begin
  insert into period_points as p (user_id, period, starts_on, points, joined_date)
    select a.user_id, a.period, a.starts_on, a.points, u.joined_date
    from (
      select user_id, period, period_start(period, "timestamp") as starts_on, sum(points) as points
      from added cross join (values ('month'), ('season')) as periods (period)
      group by 1, 2, 3
    ) a
    cross join lateral (select joined_date from users where id = a.user_id and deleted_at is null limit 1) u
    order by 1, 2, 3
  on conflict (user_id, period, starts_on) do update set points = p.points + excluded.points;
  return null;
end $$;
create trigger points_log_periods after insert on points_log referencing new table as added
  for each statement execute function add_period_points();

create function copy_joined_date() returns trigger language plpgsql as $$
begin
  update period_points set joined_date = new.joined_date where user_id = new.id;
  return null;
end $$;
create trigger users_joined_another_day after update of joined_date on users for each row
  when (old.joined_date <> new.joined_date) execute function copy_joined_date();

-- How many members have points in a period.
create function tally_period() returns trigger language plpgsql as $$
begin
  insert into tallies values (
    coalesce(new.period, old.period), coalesce(new.starts_on, old.starts_on)::text,
    case when tg_op <> 'DELETE' and new.points > 0 then 1 else -1 end);
  return null;
end $$;
create trigger period_points_tally_more after insert on period_points for each row
  when (new.points > 0) execute function tally_period();
create trigger period_points_tally_less after delete on period_points for each row
  when (old.points > 0) execute function tally_period();
create trigger period_points_tally_move after update of points on period_points for each row
  when ((old.points > 0) <> (new.points > 0)) execute function tally_period();

insert into period_points (user_id, period, starts_on, points, joined_date)
  select l.user_id, period, period_start(period, l."timestamp"), sum(l.points), u.joined_date
  from points_log l join users u on u.id = l.user_id and u.deleted_at is null
  cross join (values ('month'), ('season')) as periods (period)
  where l."timestamp" >= period_start(period, app_now())::timestamp at time zone 'UTC'
  group by 1, 2, 3, 5;
