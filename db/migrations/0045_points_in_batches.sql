-- The last voter, in the order of ids, up to whom the schedule has paid the votes.
alter table vote_payments add column paid_to uuid;

-- Votes that were removed with a submission, too many for their points to be taken back in the same transaction. The
-- schedule takes them back in batches. Without foreign keys: no member is deleted, and of the challenges only drafts.
create table removed_votes (
  id           uuid primary key,
  challenge_id uuid not null,
  author_id    uuid not null,
  user_id      uuid not null
);
create index removed_votes_by_challenge on removed_votes (challenge_id, id);
