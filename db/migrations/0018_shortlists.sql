-- The submissions that a member marked for themselves while voting is open. The numbered places bound the list. Without
-- a foreign key to the challenge, whose lock would delay its transitions.
create table shortlists (
  challenge_id  uuid not null,
  user_id       uuid not null references users (id),
  submission_id uuid not null references submissions (id) on delete cascade,
  place         smallint not null check (place between 1 and 50),
  primary key (user_id, challenge_id, submission_id),
  unique (user_id, challenge_id, place)
);
create index shortlists_by_submission on shortlists (submission_id);

-- Orders are also kept where votes are shown. One that was fixed before an administrator hid the votes is replaced.
alter table ballot_orders add column hides_votes boolean not null default true;
