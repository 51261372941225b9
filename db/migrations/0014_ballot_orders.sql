-- How many members have seen each submission while its challenge was in voting. A separate table, so that reports of
-- views never wait for votes.
create table submission_views (
  submission_id uuid primary key references submissions (id) on delete cascade,
  challenge_id  uuid not null,
  seen          integer not null default 0 check (seen >= 0)
);
create index submission_views_least on submission_views (challenge_id, seen, submission_id);
insert into submission_views (submission_id, challenge_id) select id, challenge_id from submissions;

create function add_views() returns trigger language plpgsql as $$
begin
  insert into submission_views (submission_id, challenge_id) values (new.id, new.challenge_id);
  return null;
end $$;
create trigger submissions_views after insert on submissions for each row execute function add_views();

-- Which member has seen which submission: each counts once.
create table impressions (
  challenge_id  uuid not null,
  user_id       uuid not null references users (id),
  submission_id uuid not null references submissions (id) on delete cascade,
  seen_at       timestamptz not null default app_now(),
  primary key (challenge_id, user_id, submission_id)
);
create index impressions_by_member on impressions (user_id);
create index impressions_by_submission on impressions (submission_id);

-- The order in which a member sees the submissions of a secret ballot, fixed at the first visit. Without a foreign key
-- to the challenge, whose lock would delay its transitions.
create table ballot_orders (
  challenge_id   uuid not null,
  user_id        uuid not null references users (id),
  submission_ids uuid[] not null,
  created_at     timestamptz not null default app_now(),
  primary key (challenge_id, user_id)
);
create index ballot_orders_by_member on ballot_orders (user_id);
create index ballot_orders_newest on ballot_orders (challenge_id, created_at desc);
