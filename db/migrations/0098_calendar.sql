-- The calendar of administrators finds challenges of every status by each of their dates.
create index challenges_by_start on challenges ((coalesce(activated_at, start_date)));
create index challenges_by_deadline on challenges (deadline);
create index challenges_by_voting_end on challenges (voting_ends_at);
create index challenges_by_completion on challenges (completed_at);
