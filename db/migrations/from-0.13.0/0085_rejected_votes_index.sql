-- The votes that a rejection set aside, which are deleted once it cannot be undone.
create index votes_rejected on votes (submission_id) where not counts and voided_batch_id is null;
