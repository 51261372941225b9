-- The order of a ballot follows from how many members have seen each submission, and from a hash for each member. Orders
-- are not stored, and are not counted.
drop table ballot_orders;
drop trigger submissions_views on submissions;
drop function add_views;
drop trigger submissions_copy_status on submissions;
drop function copy_status;

drop index submission_views_least_handed;
alter table submission_views
  drop column challenge_id,
  drop column handed,
  drop column surplus,
  drop column status,
  -- When the views reached each bucket: a bucket is a view at first, and later a twentieth of the views.
  add column reached timestamptz[] not null default '{}';
-- There is a row from the first view on.
delete from submission_views where seen = 0;
update submission_views
  set reached = array_fill('-infinity'::timestamptz, array[ceil(20 * ln(1 + seen / 20.0))::int]);
alter table submission_views alter column reached drop default;

-- Submissions by chance, however many a challenge has.
create index submissions_by_chance on submissions (challenge_id, status, md5(id::text));
