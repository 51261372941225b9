-- One update of a challenge's tallies for each statement. One for each vote took seconds for the deletion of thousands,
-- because each passed over the earlier versions of the row.
create function tally_votes() returns trigger language plpgsql as $$
begin
  insert into challenge_tallies as t (challenge_id, slot, votes)
    select challenge_id, pg_backend_pid() % 16, case tg_op when 'INSERT' then 1 else -1 end * count(*)
    from changed group by challenge_id order by challenge_id
    on conflict (challenge_id, slot) do update set votes = t.votes + excluded.votes;
  return null;
end $$;
drop trigger votes_tally on votes;
drop function tally_vote;
create trigger votes_tally_more after insert on votes referencing new table as changed
  for each statement execute function tally_votes();
create trigger votes_tally_less after delete on votes referencing old table as changed
  for each statement execute function tally_votes();

-- What a member was paid in a challenge other than for votes, of which there may be very many.
create index points_log_by_challenge on points_log (user_id, challenge_id)
  where reason in ('challenge_submission', 'submission_removed', 'challenge_win', 'challenge_win_revoked', 'challenge_participation');
