-- What a completion counted, so that anyone with access to the data can count again and see a difference.
create table certificates (
  id            uuid primary key,
  completion_id uuid not null references completions (id) on delete cascade,
  rules         smallint not null,
  -- Submissions that could win, and the votes for them.
  entries       integer not null check (entries >= 0),
  votes         integer not null check (votes >= 0),
  -- Submissions with a vote, those with the most votes, and the votes of each hour, for the page of results.
  voted_for     integer not null check (voted_for >= 0),
  tied          integer not null check (tied >= 0),
  hours         jsonb not null,
  -- The votes of each submission that has any, by its id.
  counts        jsonb not null,
  -- SHA-256 of the lines 'voter submission' of all votes, in the order of the voters.
  ballots       text not null check (length(ballots) = 64),
  made_at       timestamptz not null default app_now(),
  -- A later rejection or deletion of a submission takes its votes away: the challenge gets another certificate.
  replaced_at   timestamptz
);
create unique index certificates_in_force on certificates (completion_id) where replaced_at is null;

create function certify(completion uuid) returns void language sql as $$
  insert into certificates (id, completion_id, rules, entries, votes, voted_for, tied, hours, counts, ballots)
  select gen_random_uuid(), k.id, 1,
    (select count(*) from submissions s where s.challenge_id = k.challenge_id
      and s.status = any(case k.moderation when 'after' then array['pending', 'approved'] else array['approved'] end)),
    cast_votes.total, cast_votes.voted_for, cast_votes.tied, cast_votes.hours, cast_votes.counts, cast_votes.ballots
  from completions k cross join lateral (
    select coalesce(sum(n), 0)::int as total, count(*)::int as voted_for,
      count(*) filter (where n = most)::int as tied,
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
      select v.submission_id, count(*)::int as n, max(count(*)) over () as most
      from votes v where v.challenge_id = k.challenge_id group by 1
    ) of_submission
  ) cast_votes
  where k.id = completion
$$;

select certify(id) from completions where revoked_at is null;

-- Challenges whose completion was stopped because a second count of the votes differed.
create table result_alerts (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  detail       text not null,
  found_at     timestamptz not null default app_now()
);
