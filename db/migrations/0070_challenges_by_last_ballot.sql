-- The page of a member lists the last challenges with a ballot.
create index challenges_by_last_ballot on challenges (last_ballot_at desc, id) where last_ballot_at is not null;
