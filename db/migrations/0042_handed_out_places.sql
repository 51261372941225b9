-- Orders of secret ballots go by the places that were handed out before. What members report about how far they come
-- changes them only as far as chance explains (decision 090). Processes of 0.10.4 still write submission_views.passed.
-- In the order of a first visit.
lock table ballot_orders, submission_views in access exclusive mode;
-- Whether its places are counted in `handed`. Those of before are, by how far their members came.
alter table ballot_orders add column is_counted boolean not null default true;
alter table ballot_orders alter column is_counted set default false;
alter table submission_views
  -- Views that are expected of the places in all orders.
  add column handed double precision not null default 0 check (handed >= 0),
  -- By how much members came past it more often than was expected of its places.
  add column surplus double precision not null default 0,
  -- A copy of the status of the submission: those that wait or are rejected may be many.
  add column status text not null default 'pending';
update submission_views v set handed = v.passed, status = s.status
  from submissions s where s.id = v.submission_id and (v.passed > 0 or s.status <> 'pending');
alter table submission_views alter column status drop default;

create or replace function add_views() returns trigger language plpgsql as $$
begin
  insert into submission_views (submission_id, challenge_id, status) values (new.id, new.challenge_id, new.status);
  return null;
end $$;
create function copy_status() returns trigger language plpgsql as $$
begin
  update submission_views set status = new.status where submission_id = new.id;
  return null;
end $$;
create trigger submissions_copy_status after update of status on submissions for each row
  when (old.status <> new.status) execute function copy_status();

create index ballot_orders_uncounted on ballot_orders (challenge_id, created_at desc) where not is_counted and hides_votes;
drop index ballot_orders_newest;
create index submission_views_least_handed on submission_views (challenge_id, status, handed, submission_id);
drop index submission_views_least_passed;
