-- Orders of the administrators' list of submissions. Its other orders have an index already.
create index submissions_by_title on submissions (lower(title), id);
create index submissions_by_status_and_challenge on submissions (status, challenge_id, submission_date desc, id desc);
