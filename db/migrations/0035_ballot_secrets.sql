-- Secrets of ballots ----------------------------------------------------------------------------------------------

-- The fingerprint of the votes of a result contains a secret. All ids are public, and whoever saw which members got a
-- point for voting could try the ballots of a small challenge until their fingerprint fitted.

-- SHA-256 of the lines 'voter submission' of all votes, in the order of the voters.
create function ballots_of(challenge uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(
      string_agg(v.user_id || ' ' || v.submission_id, E'\n' order by v.user_id), ''), 'UTF8')), 'hex')
  from votes v where v.challenge_id = challenge
$$;

create function salted(salt bytea, ballots text) returns text language sql immutable as $$
  select encode(sha256(salt || convert_to(ballots, 'UTF8')), 'hex')
$$;

alter table certificates
  add column salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    check (length(salt) = 32);
alter table certificates alter column salt drop default;
update certificates set ballots = salted(salt, ballots);

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
          from votes v where v.challenge_id = k.challenge_id group by 1) hours) as hours,
      coalesce(jsonb_object_agg(submission_id, n), '{}') as counts
    from (
      select submission_id, n, can_win, max(n) filter (where can_win) over () as most from (
        select v.submission_id, count(*)::int as n,
          s.status = any(case k.moderation when 'after' then array['pending', 'approved'] else array['approved'] end) as can_win
        from votes v join submissions s on s.id = v.submission_id where v.challenge_id = k.challenge_id group by 1, 3
      ) counted_votes
    ) of_submission
  ) cast_votes
  cross join (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt) secret
  where k.id = completion
$$;

-- Counts are also shown while a challenge that was extended with its votes takes submissions.
drop trigger challenges_shown_votes on challenges;
create trigger challenges_shown_votes before update of status, show_votes on challenges for each row
  when (new.show_votes and new.votes_shown_at is null
    and (new.status = 'voting' or (new.status in ('upcoming', 'active') and new.first_ballot_at is not null)))
  execute function note_shown_votes();
