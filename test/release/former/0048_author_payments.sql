-- Votes of large secret ballots are paid in batches: first all voters, then the authors, each for voters in the order of
-- ids. A batch with both sides would tell for whom its voters voted. The row is there from the first batch on: a process
-- of 0.10.5 pays both sides of the rest, and deletes the row of vote_payments.
create table author_payments (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  -- The last vote that was paid, in the order of authors and voters.
  author_id    uuid not null default '00000000-0000-0000-0000-000000000000',
  voter_id     uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index votes_by_submission_and_voter on votes (submission_id, user_id);
