-- What members are told, in the app and by mail -------------------------------------------------------------

-- Members who asked to be reminded of a challenge. Without a foreign key to the challenge, whose lock would delay its
-- transitions.
create table challenge_follows (
  user_id      uuid not null references users (id),
  challenge_id uuid not null,
  created_at   timestamptz not null default app_now(),
  primary key (challenge_id, user_id)
);
create index challenge_follows_by_member on challenge_follows (user_id, created_at desc, challenge_id);

-- One row for each event, written in the transaction of the event. The schedule writes the notifications of its
-- recipients in batches, in the order of their ids.
create table notification_events (
  id            uuid primary key,
  kind          text not null check (kind in (
    'challenge_opened', 'deadline_near', 'voting_opened', 'results', 'submission_approved', 'submission_rejected',
    'vote_voided', 'rank_changed')),
  -- What happened: the same event is recorded once.
  key           text not null unique check (length(key) <= 200),
  -- The only recipient; null for the audience of the kind.
  user_id       uuid references users (id),
  challenge_id  uuid references challenges (id) on delete cascade,
  submission_id uuid references submissions (id) on delete cascade,
  details       jsonb not null default '{}',
  created_at    timestamptz not null default app_now(),
  -- The last recipient that was written.
  reached       uuid,
  delivered_at  timestamptz,
  check (user_id is not null or challenge_id is not null)
);
create index notification_events_due on notification_events (created_at, id) where delivered_at is null;
create index notification_events_by_member on notification_events (user_id) where user_id is not null;
create index notification_events_by_challenge on notification_events (challenge_id) where challenge_id is not null;
create index notification_events_by_submission on notification_events (submission_id) where submission_id is not null;
create index notification_events_oldest on notification_events (created_at) where delivered_at is not null;

create table notifications (
  user_id    uuid not null references users (id),
  event_id   uuid not null references notification_events (id) on delete cascade,
  created_at timestamptz not null,
  read_at    timestamptz,
  -- What differs between recipients, such as a place.
  details    jsonb not null default '{}',
  primary key (event_id, user_id)
);
create index notifications_by_member on notifications (user_id, created_at desc, event_id desc);
create index notifications_unread on notifications (user_id, created_at desc, event_id desc) where read_at is null;

-- How a member wants to be told of a kind, where it is not the default.
create table notification_settings (
  user_id uuid not null references users (id),
  kind    text not null,
  channel text not null check (channel in ('off', 'app', 'mail')),
  primary key (user_id, kind)
);

-- The mail of a notification until it was sent, refused for good or given up.
create table mails (
  event_id uuid not null,
  user_id  uuid not null,
  due_at   timestamptz not null,
  attempts smallint not null default 0,
  sent_at  timestamptz,
  failed_at timestamptz,
  error    text check (length(error) <= 300),
  primary key (event_id, user_id),
  foreign key (event_id, user_id) references notifications (event_id, user_id) on delete cascade,
  check (sent_at is null or failed_at is null)
);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
create index mails_sent on mails (sent_at) where sent_at is not null;
create index mails_failed on mails (failed_at desc) where failed_at is not null;

create function record_challenge_event() returns trigger language plpgsql as $$
begin
  insert into notification_events (id, kind, key, challenge_id)
  values (gen_random_uuid(), case new.status when 'voting' then 'voting_opened' else 'challenge_opened' end,
    concat_ws(':', new.status, new.id, extract(epoch from coalesce(new.voting_ends_at, new.deadline, app_now()))), new.id)
  on conflict (key) do nothing;
  return null;
end $$;
create trigger challenges_opened after update of status on challenges for each row
  when ((old.status in ('draft', 'upcoming') and new.status = 'active') or (old.status <> 'voting' and new.status = 'voting'))
  execute function record_challenge_event();

-- At most once a day for each rank: points at a threshold may come and go.
create function record_rank_event() returns trigger language plpgsql as $$
begin
  insert into notification_events (id, kind, key, user_id, details)
  values (gen_random_uuid(), 'rank_changed', concat_ws(':', 'rank', new.id, new.rank, (app_now() at time zone 'UTC')::date),
    new.id, jsonb_build_object('rank', new.rank, 'before', old.rank))
  on conflict (key) do nothing;
  return null;
end $$;
create trigger users_rank_changed after update of rank on users for each row
  when (old.rank <> new.rank and new.deleted_at is null) execute function record_rank_event();
