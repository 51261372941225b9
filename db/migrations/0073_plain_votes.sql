-- One table of votes: those that count, those that were voided, and those of rejected submissions, which an undo of the
-- rejection brings back. A payment that is made again has the next round.

-- What was not paid is settled: votes of large ballots, and what a vote paid less because of earlier withdrawals; and what
-- was not taken back yet of removed votes.
create temporary table due (user_id uuid, points integer, reason text, challenge_id uuid, source_id uuid) on commit drop;
insert into due
  select side.user_id, side.points, side.reason, v.challenge_id, v.id
  from votes v join challenges c on c.id = v.challenge_id and not c.hides_votes
  cross join lateral (values (v.author_id, 5, 'vote_received'), (v.user_id, 1, 'vote_cast')) side (user_id, points, reason)
  where not exists (select from points_log l
    where l.user_id = side.user_id and l.reason = side.reason and l.source_id = v.id);
insert into due
  select l.user_id, -l.points, 'vote_removed', l.challenge_id, l.source_id
  from removed_votes r
  cross join lateral (values (r.author_id, 'vote_received'), (r.user_id, 'vote_cast')) side (user_id, reason)
  join points_log l on l.user_id = side.user_id and l.reason = side.reason and l.source_id = r.id
  where not exists (select from points_log taken
    where taken.user_id = l.user_id and taken.reason = 'vote_removed' and taken.source_id = l.source_id);

insert into points_log (user_id, points, reason, challenge_id, source_id, "timestamp")
  select user_id, greatest(balance, 0) - greatest(balance - points, 0), reason, challenge_id, source_id, app_now()
  from (
    select d.*, u.points + sum(d.points) over (
      partition by d.user_id order by d.points < 0, d.reason, d.source_id) as balance
    from due d join users u on u.id = d.user_id) running
  where greatest(balance, 0) <> greatest(balance - points, 0);
create temporary table settled on commit drop as
  select u.id, u.rank as former, u.points as before, sum(l.points)::integer as points
  from users u join points_log l on l.user_id = u.id where u.id in (select user_id from due) group by u.id;
create function pg_temp.rank_of(points integer) returns text language sql immutable as $$
  select case when points >= 30000 then 'Legendary Ninja' when points >= 15000 then 'Elite Ninja'
    when points >= 7500 then 'Master Ninja' when points >= 3000 then 'Expert Ninja' when points >= 1250 then 'Skilled Ninja'
    when points >= 500 then 'Adept Ninja' when points >= 150 then 'Emerging Ninja' else 'Novice Ninja' end
$$;
update users u set points = s.points, updated_at = app_now(),
    rank = case when pg_temp.rank_of(s.points) <> pg_temp.rank_of(s.before) then pg_temp.rank_of(s.points) else u.rank end
  from settled s where u.id = s.id;
insert into rank_history (user_id, rank, achieved_at)
  select u.id, u.rank, app_now() from users u join settled s on s.id = u.id where u.rank <> s.former;

-- Points ------------------------------------------------------------------------------------------------------------

drop trigger points_log_append_only on points_log;
alter table points_log add column round smallint not null default 1 check (round > 0);
-- The last payment of a submission that was rejected and came back had a source of its own.
update points_log l set source_id = s.id, round = 2 from submissions s
  where s.reward_source_id = l.source_id and s.user_id = l.user_id and l.reason in ('challenge_submission', 'submission_removed');
alter table points_log drop constraint one_reward_per_source;
alter table points_log add constraint one_reward_per_source unique (user_id, reason, source_id, round);
create trigger points_log_append_only
  before update of id, user_id, points, reason, source_id, round, "timestamp" or delete
  on points_log for each row execute function refuse_change();
alter table submissions drop column reward_source_id;

-- Rejections --------------------------------------------------------------------------------------------------------

-- What an undo of the rejection gives back: the status, and the approval.
alter table submissions add column rejected_from text check (rejected_from in ('pending', 'approved')),
  add column approved_at timestamptz, add column approved_by uuid references users (id) on delete set null,
  add check (status = 'rejected' or num_nonnulls(rejected_from, approved_at, approved_by) = 0);
update submissions s set rejected_from = case when r.was_approved then 'approved' else 'pending' end,
    approved_at = r.approved_at, approved_by = r.approved_by
  from rejections r where r.submission_id = s.id and s.status = 'rejected';

-- Votes -------------------------------------------------------------------------------------------------------------

drop trigger votes_not_voided on votes;
drop function refuse_voided();
alter table votes
  alter submission_id drop not null,
  add column voided_batch_id uuid references void_batches (id) on delete cascade,
  add column counts boolean not null default true,
  add column round smallint not null default 1 check (round > 0),
  drop constraint one_vote_per_challenge,
  drop constraint votes_submission_id_challenge_id_author_id_fkey,
  -- A voided vote outlives its submission, so that its voter stays barred.
  add foreign key (submission_id, challenge_id, author_id) references submissions (id, challenge_id, user_id)
    on delete set null (submission_id),
  add check (voided_batch_id is null or not counts),
  add check (submission_id is not null or voided_batch_id is not null);

-- Tallies count the votes that count.
create or replace function tally_votes() returns trigger language plpgsql as $$
begin
  insert into challenge_tallies as t (challenge_id, slot, votes)
    select challenge_id, pg_backend_pid() % 16, case tg_op when 'INSERT' then 1 else -1 end * count(*)
    from changed where counts group by challenge_id order by challenge_id
    on conflict (challenge_id, slot) do update set votes = t.votes + excluded.votes;
  return null;
end $$;
create or replace function tally_days() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  case tg_table_name
    when 'votes' then
      insert into daily_tallies
        select case when c.hides_votes then 'hidden votes' else 'votes' end, utc_day(changed.created_at), sign * count(*)
        from changed join challenges c on c.id = changed.challenge_id where changed.counts group by 1, 2;
    when 'submissions' then
      insert into daily_tallies select 'submissions', utc_day(submission_date), sign * count(*) from changed group by 2;
    when 'users' then
      insert into daily_tallies select 'users', utc_day(joined_date), sign * count(*) from changed group by 2;
  end case;
  return null;
end $$;
create or replace function tally_shown_days() returns trigger language plpgsql as $$
begin
  insert into daily_tallies
    select side.subject, utc_day(v.created_at), side.sign * count(*)
    from votes v cross join lateral (values
      ('votes', case when new.hides_votes then -1 else 1 end),
      ('hidden votes', case when new.hides_votes then 1 else -1 end)) as side (subject, sign)
    where v.challenge_id = new.id and v.counts group by 1, 2, side.sign;
  return null;
end $$;
create function tally_counting() returns trigger language plpgsql as $$
declare
  sign integer := case when new.counts then 1 else -1 end;
begin
  insert into challenge_tallies as t (challenge_id, slot, votes) values (new.challenge_id, pg_backend_pid() % 16, sign)
    on conflict (challenge_id, slot) do update set votes = t.votes + excluded.votes;
  insert into daily_tallies
    select case when c.hides_votes then 'hidden votes' else 'votes' end, utc_day(old.created_at), sign
    from challenges c where c.id = new.challenge_id;
  return null;
end $$;
create trigger votes_counting after update of counts on votes
  for each row when (old.counts <> new.counts) execute function tally_counting();

insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at, counts, voided_batch_id)
  select gen_random_uuid(), submission_id, challenge_id, author_id, user_id, created_at, false, batch_id from voided_votes;
insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at, counts)
  select gen_random_uuid(), s.id, s.challenge_id, s.user_id, r.user_id, r.created_at, false
  from rejected_votes r join submissions s on s.id = r.submission_id and s.status = 'rejected';

-- One vote that counts or was voided for each member and challenge (VOTE-4, VOTE-30).
create unique index one_vote_per_challenge on votes (challenge_id, user_id) where counts or voided_batch_id is not null;
create index votes_uncounted on votes (challenge_id, user_id) where not counts;
create index votes_voided on votes (voided_batch_id) where voided_batch_id is not null;
create index votes_voided_by_member on votes (user_id) where not counts;
create index votes_voided_by_author on votes (author_id) where voided_batch_id is not null;

alter table barred_identities drop constraint barred_identities_challenge_id_user_id_fkey,
  add foreign key (challenge_id) references challenges (id) on delete cascade,
  add foreign key (user_id) references users (id);

drop table voided_votes, rejected_votes, rejections, removed_votes, vote_withdrawals, vote_payments, author_payments;

create or replace function ballots_of(challenge uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(
      string_agg(v.user_id || ' ' || v.submission_id, E'\n' order by v.user_id), ''), 'UTF8')), 'hex')
  from votes v where v.challenge_id = challenge and v.counts
$$;

create or replace function certify(completion uuid) returns void language sql as $$
  insert into certificates (id, completion_id, rules, entries, votes, counted, voted_for, tied, hours, counts, salt, ballots)
  select gen_random_uuid(), k.id, 1,
    (select count(*) from submissions s where s.challenge_id = k.challenge_id
      and s.status = any(case k.moderation when 'after' then array['pending', 'approved'] else array['approved'] end)),
    cast_votes.total, cast_votes.counted, cast_votes.voted_for, cast_votes.tied, cast_votes.hours, cast_votes.counts,
    secret.salt, salted(secret.salt, ballots_of(k.challenge_id))
  from completions k cross join lateral (
    select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where can_win), 0)::int as counted,
      count(*) filter (where can_win)::int as voted_for, count(*) filter (where can_win and n = most)::int as tied,
      (select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'votes', in_hour) order by hour), '[]')
        from (
          select to_char(date_trunc('hour', v.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
            count(*)::int as in_hour
          from votes v where v.challenge_id = k.challenge_id and v.counts group by 1) hours) as hours,
      coalesce(jsonb_object_agg(submission_id, n), '{}') as counts
    from (
      select submission_id, n, can_win, max(n) filter (where can_win) over () as most from (
        select v.submission_id, count(*)::int as n,
          s.status = any(case k.moderation when 'after' then array['pending', 'approved'] else array['approved'] end) as can_win
        from votes v join submissions s on s.id = v.submission_id where v.challenge_id = k.challenge_id and v.counts
        group by 1, 3
      ) counted_votes
    ) of_submission
  ) cast_votes
  cross join (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt) secret
  where k.id = completion
$$;

create or replace function certify_voided() returns trigger language plpgsql as $$
declare
  challenge uuid := (select challenge_id from completions where id = new.completion_id);
begin
  new.voided := (
    select coalesce(jsonb_object_agg(reason, n), '{}') from (
      select b.reason, count(*) as n from votes v join void_batches b on b.id = v.voided_batch_id
      where v.challenge_id = challenge group by b.reason) counted);
  new.conditions := coalesce((
    select t.conditions from certificates t join completions k on k.id = t.completion_id
      join challenges c on c.id = k.challenge_id
    where k.challenge_id = challenge and t.conditions <> '{}' and k.completed_at >= c.last_ballot_at
    order by t.made_at, t.id limit 1), (
    select jsonb_build_object('showVotes', show_votes, 'allowVoting', allow_voting, 'voters', voters)
    from challenges where id = challenge));
  return new;
end $$;
