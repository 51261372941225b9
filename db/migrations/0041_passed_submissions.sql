-- How many members have come past a submission in their own order of a secret ballot, and how far a member has come. The
-- orders begin with what fewest have come past, not with what fewest say that they have seen.
-- In the order of a first visit.
lock table ballot_orders, submission_views in access exclusive mode;
alter table submission_views add column passed integer not null default 0 check (passed >= 0);
alter table ballot_orders add column passed integer not null default 0 check (passed >= 0);
update submission_views set passed = seen
  where seen > 0 and challenge_id in (select id from challenges where status = 'voting');
-- Their views are counted already.
update ballot_orders set passed = cardinality(submission_ids)
  where challenge_id in (select id from challenges where status = 'voting');
create index submission_views_least_passed on submission_views (challenge_id, passed, submission_id);
drop index submission_views_least;
