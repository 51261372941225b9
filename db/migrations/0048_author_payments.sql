-- Votes of large secret ballots are paid in batches: first all voters, then the authors, each for voters in the order of
-- ids. A batch with both sides would tell for whom its voters voted. Processes of 0.10.5 do not know this table.
create table author_payments (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  -- The last vote that was paid, in the order of authors and voters.
  author_id    uuid,
  voter_id     uuid
);
create index votes_by_submission_and_voter on votes (submission_id, user_id);
drop index votes_by_submission;
