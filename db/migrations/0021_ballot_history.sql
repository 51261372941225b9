-- What the page of results says of a ballot, and who was a member when it began -----------------------------

alter table challenges
  -- When voting first opened. An extension does not change it.
  add column first_ballot_at timestamptz,
  -- When voting was open with counts that everyone could see. It stays when they are hidden again.
  add column votes_shown_at timestamptz;

create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at',
    'first_ballot_at', 'votes_shown_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace function note_ballot() returns trigger language plpgsql as $$
begin
  new.last_ballot_at := app_now();
  new.first_ballot_at := coalesce(new.first_ballot_at, new.last_ballot_at);
  return new;
end $$;

create function note_shown_votes() returns trigger language plpgsql as $$
begin
  new.votes_shown_at := app_now();
  return new;
end $$;
create trigger challenges_shown_votes before update of status, show_votes on challenges for each row
  when (new.status = 'voting' and new.show_votes and new.votes_shown_at is null) execute function note_shown_votes();

update challenges c set
  first_ballot_at = least(last_ballot_at, (select min(k.completed_at) from completions k where k.challenge_id = c.id)),
  votes_shown_at = case when show_votes then last_ballot_at end
where last_ballot_at is not null;

-- Whether the administrator had an entry in the challenge that the action is about.
alter table audit_log add column own_contest boolean not null default false;

-- A voided vote stays when its submission is deleted: its voter has no other vote in the challenge.
alter table voided_votes
  alter column submission_id drop not null,
  drop constraint voided_votes_submission_id_fkey,
  add constraint voided_votes_challenge_id_fkey foreign key (challenge_id) references challenges (id) on delete cascade,
  add constraint voided_votes_submission_id_fkey foreign key (submission_id) references submissions (id) on delete set null;

alter table certificates
  -- Votes for submissions that could win; null in certificates from before.
  add column counted integer check (counted >= 0),
  -- The settings of the contest when it was first completed after its last ballot.
  add column conditions jsonb not null default '{}';

create or replace function certify(completion uuid) returns void language sql as $$
  insert into certificates (id, completion_id, rules, entries, votes, counted, voted_for, tied, hours, counts, ballots)
  select gen_random_uuid(), k.id, 1,
    (select count(*) from submissions s where s.challenge_id = k.challenge_id
      and s.status = any(case k.moderation when 'after' then array['pending', 'approved'] else array['approved'] end)),
    cast_votes.total, cast_votes.counted, cast_votes.voted_for, cast_votes.tied, cast_votes.hours, cast_votes.counts,
    cast_votes.ballots
  from completions k cross join lateral (
    select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where can_win), 0)::int as counted,
      count(*) filter (where can_win)::int as voted_for, count(*) filter (where can_win and n = most)::int as tied,
      (select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'votes', in_hour) order by hour), '[]')
        from (
          select to_char(date_trunc('hour', v.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
            count(*)::int as in_hour
          from votes v where v.challenge_id = k.challenge_id group by 1) hours) as hours,
      coalesce(jsonb_object_agg(submission_id, n), '{}') as counts,
      (select encode(sha256(convert_to(coalesce(
          string_agg(v.user_id || ' ' || v.submission_id, E'\n' order by v.user_id), ''), 'UTF8')), 'hex')
        from votes v where v.challenge_id = k.challenge_id) as ballots
    from (
      select submission_id, n, can_win, max(n) filter (where can_win) over () as most from (
        select v.submission_id, count(*)::int as n,
          s.status = any(case k.moderation when 'after' then array['pending', 'approved'] else array['approved'] end) as can_win
        from votes v join submissions s on s.id = v.submission_id where v.challenge_id = k.challenge_id group by 1, 3
      ) counted_votes
    ) of_submission
  ) cast_votes
  where k.id = completion
$$;

create or replace function certify_voided() returns trigger language plpgsql as $$
declare
  challenge uuid := (select challenge_id from completions where id = new.completion_id);
begin
  new.voided := (
    select coalesce(jsonb_object_agg(reason, n), '{}') from (
      select b.reason, count(*) as n from voided_votes v join void_batches b on b.id = v.batch_id
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
