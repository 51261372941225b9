-- The votes of a member: for the deletion of an account, and for signals that compare them.
create index votes_by_member on votes (user_id, challenge_id);
drop index votes_uncounted;

-- With the condition of the statements that read it.
drop index votes_voided_by_member;
create index votes_voided_by_member on votes (user_id) where voided_batch_id is not null;

-- Also certificates that were replaced.
create index certificates_by_completion on certificates (completion_id);

-- With the id, so that an order is read from the index alone.
drop index submissions_by_chance;
create index submissions_by_chance on submissions (challenge_id, status, md5(id::text)) include (id);
