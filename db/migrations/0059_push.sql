-- Push messages of notifications, the third channel beside the app and mails.

-- A browser that shows push messages, until the session in which it was added ends.
create table push_devices (
  id         uuid primary key,
  session_id uuid not null unique references sessions (id) on delete cascade,
  -- Where the maker of the browser takes messages for it, and the keys that encrypt them.
  endpoint   text not null unique check (endpoint like 'https://%' and length(endpoint) <= 1000),
  p256dh     text not null check (length(p256dh) <= 100),
  auth       text not null check (length(auth) <= 40),
  created_at timestamptz not null default app_now()
);

-- The message of a notification to a device until it was sent, refused or given up.
create table pushes (
  event_id  uuid not null references notification_events (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  due_at    timestamptz not null,
  attempts  smallint not null default 0,
  primary key (event_id, device_id)
);
create index pushes_due on pushes (due_at);
create index pushes_by_device on pushes (device_id);

-- Whether a kind is shown on the member's devices. Where the channel is 'off' it is not.
alter table notification_settings add column push boolean not null default true;
