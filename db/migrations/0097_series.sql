-- Series: challenges that are made by themselves from a rhythm and a queue of prompts.
create table series (
  id                   uuid primary key,
  name                 text not null unique check (char_length(name) between 1 and 80),
  -- Weekly on these days (1 is Monday), every so many weeks from the week of first_on; or on a day of each month, the
  -- last one of shorter months.
  weekdays             smallint[] not null check (weekdays <@ '{1,2,3,4,5,6,7}'),
  every_weeks          smallint check (every_weeks between 1 and 4),
  month_day            smallint check (month_day between 1 and 31),
  first_on             date not null,
  -- The time of day on a clock of the zone.
  starts_at            text not null check (starts_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  time_zone            text not null check (char_length(time_zone) between 1 and 64),
  entry_days           smallint not null check (entry_days between 0 and 90),
  entry_hours          smallint not null check (entry_hours between 0 and 48),
  voting_days          smallint not null check (voting_days between 1 and 60),
  publishes            boolean not null,
  ahead_days           smallint not null check (ahead_days between 1 and 60),
  -- What its challenges share, under the names of the form.
  fields               jsonb not null check (jsonb_typeof(fields) = 'object'),
  image_id             uuid not null references images (id),
  paused_at            timestamptz,
  -- When the next challenge is to be made, if there is a prompt.
  make_at              timestamptz,
  version              integer not null default 0,
  created_at           timestamptz not null default app_now(),
  check ((every_weeks is null) <> (month_day is null)),
  check ((every_weeks is null) = (weekdays = '{}')),
  check (entry_days + entry_hours > 0)
);
create index series_by_image on series (image_id);

-- The prompts that wait, in their order. The one that a challenge was made from is gone.
create table series_prompts (
  id        uuid primary key,
  series_id uuid not null references series (id) on delete cascade,
  position  integer not null,
  title     text not null check (char_length(title) between 1 and 120),
  brief     text not null check (char_length(brief) between 1 and 5000),
  unique (series_id, position) deferrable initially deferred
);

-- The dates that are done: a challenge was made, once, or the date was skipped. The challenge may be gone.
create table series_dates (
  series_id    uuid not null references series (id) on delete cascade,
  held_on      date not null,
  is_skipped   boolean not null,
  challenge_id uuid unique references challenges (id) on delete set null,
  primary key (series_id, held_on),
  check (not is_skipped or challenge_id is null)
);

do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'audit_log'::regclass and conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check ' || replace(allowed, 'ARRAY[',
    'ARRAY[''challenge_series_created''::text, ''challenge_series_updated''::text, ''challenge_series_deleted''::text, ');
end $$;
