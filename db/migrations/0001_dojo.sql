-- The clock of every rule. A transaction may set dojo.now (set_config(..., true)) to stand at another moment:
-- the demo world and the boundary tests do; nothing a client sends can.
create function dojo_now() returns timestamptz
  language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dojo.now', true), '')::timestamptz, clock_timestamp()) $$;

create table settings (
  key   text primary key,
  value jsonb not null
);

-- Members ------------------------------------------------------------------------------------------------

create table images (
  id         uuid primary key,
  owner_id   uuid,
  purpose    text not null check (purpose in ('submission', 'challenge', 'avatar')),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  widths     integer[] not null check (cardinality(widths) > 0),
  bytes      integer not null check (bytes > 0),
  created_at timestamptz not null default dojo_now()
);
create index images_by_age on images (created_at);

create table users (
  id             uuid primary key,
  display_name   text not null check (display_name = btrim(display_name) and char_length(display_name) between 1 and 50),
  email          text,
  avatar_preset  smallint not null check (avatar_preset between 1 and 5),
  photo_image_id uuid references images (id),
  photo_url      text not null generated always as
    (coalesce('/media/' || photo_image_id::text, '/avatars/ninja-' || avatar_preset::text || '.svg')) stored,
  bio            text check (char_length(bio) between 1 and 100),
  rank           text not null default 'Novice Ninja' check (rank in (
    'Novice Ninja', 'Emerging Ninja', 'Adept Ninja', 'Skilled Ninja',
    'Expert Ninja', 'Master Ninja', 'Elite Ninja', 'Legendary Ninja')),
  points         integer not null default 0 check (points >= 0),
  is_admin       boolean not null default false,
  joined_date    timestamptz not null default dojo_now(),
  created_at     timestamptz not null default dojo_now(),
  updated_at     timestamptz not null default dojo_now()
);
create index users_standings on users (points desc, joined_date, id);
create index users_standings_by_rank on users (rank, points desc, joined_date, id);
create index users_by_photo on users (photo_image_id) where photo_image_id is not null;
alter table images add foreign key (owner_id) references users (id) on delete set null;
create index images_by_owner on images (owner_id);

create table admins (
  user_id uuid primary key references users (id) on delete cascade
);

create table identities (
  issuer         text not null,
  subject        text not null,
  user_id        uuid not null references users (id) on delete cascade,
  email          text,
  email_verified boolean not null default false,
  created_at     timestamptz not null default dojo_now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

create table sessions (
  token_hash   bytea primary key check (octet_length(token_hash) = 32),
  user_id      uuid not null references users (id) on delete cascade,
  created_at   timestamptz not null default dojo_now(),
  last_seen_at timestamptz not null default dojo_now(),
  expires_at   timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- A sign-in under way: bound to one browser, used once.
create table sign_in_attempts (
  state_hash    bytea primary key check (octet_length(state_hash) = 32),
  browser_hash  bytea not null check (octet_length(browser_hash) = 32),
  nonce         text not null,
  code_verifier text not null,
  return_to     text not null,
  expires_at    timestamptz not null
);
create index sign_in_attempts_by_expiry on sign_in_attempts (expires_at);

-- Challenges ---------------------------------------------------------------------------------------------

create table challenges (
  id                   uuid primary key,
  title                text not null check (char_length(title) between 1 and 120),
  description          text not null check (char_length(description) between 1 and 5000),
  requirements         text not null default '' check (char_length(requirements) <= 5000),
  image_id             uuid references images (id),
  image_url            text generated always as ('/media/' || image_id::text) stored,
  type                 text not null check (type in ('daily', 'weekly', 'monthly', 'special')),
  kind                 text not null check (kind in ('image', 'text', 'audio', 'video', 'code', 'special')),
  status               text not null check (status in ('draft', 'upcoming', 'active', 'voting', 'completed', 'canceled')),
  is_active            boolean not null generated always as (status in ('active', 'voting')) stored,
  is_voting_open       boolean not null generated always as (status = 'voting') stored,
  start_date           timestamptz,
  deadline             timestamptz,
  voting_opens_at      timestamptz,
  voting_closes_at     timestamptz,
  -- When voting ends: voting_closes_at, else the deadline plus the type's length. Written with every deadline.
  voting_ends_at       timestamptz,
  activated_at         timestamptz,
  voting_opened_at     timestamptz,
  completed_at         timestamptz,
  participant_count    integer not null default 0 check (participant_count >= 0),
  point_value          integer not null default 25 check (point_value >= 0),
  show_submissions     boolean not null default true,
  show_votes           boolean not null default true,
  allow_voting         boolean not null default true,
  allow_comments       boolean not null default true,
  winner_id            uuid references users (id),
  winner_name          text,
  winner_submission_id uuid,
  winner_votes         integer check (winner_votes > 0),
  created_by           uuid references users (id) on delete set null,
  created_at           timestamptz not null default dojo_now(),
  updated_at           timestamptz not null default dojo_now(),
  check (deadline is not null or status in ('draft', 'upcoming')),
  check ((deadline is null) = (voting_ends_at is null)),
  check (start_date < deadline),
  check (voting_opens_at >= deadline),
  check (voting_ends_at > coalesce(voting_opens_at, deadline)),
  check ((status in ('completed', 'canceled')) = (completed_at is not null)),
  check (num_nulls(winner_id, winner_submission_id, winner_votes) in (0, 3)),
  check (winner_id is null or status = 'completed')
);
create index challenges_newest on challenges (created_at desc, id desc);
create index challenges_by_status on challenges (status, created_at desc, id desc);
create index challenges_finished on challenges (completed_at desc, id desc) where status in ('completed', 'canceled');
create index challenges_due_start on challenges (start_date) where status = 'upcoming';
create index challenges_due_deadline on challenges (deadline) where status = 'active';
create index challenges_due_end on challenges (voting_ends_at) where status = 'voting';
create index challenges_won on challenges (winner_id) where winner_id is not null;
create index challenges_by_image on challenges (image_id) where image_id is not null;

-- One row each time a challenge was completed; revoked when it is extended or counted again.
create table completions (
  id            uuid primary key,
  challenge_id  uuid not null references challenges (id) on delete cascade,
  submission_id uuid,
  winner_id     uuid references users (id),
  votes         integer,
  completed_by  uuid references users (id) on delete set null,
  completed_at  timestamptz not null default dojo_now(),
  revoked_at    timestamptz
);
create unique index completions_standing on completions (challenge_id) where revoked_at is null;
create index completions_by_challenge on completions (challenge_id);

-- Submissions --------------------------------------------------------------------------------------------

create table submissions (
  id               uuid primary key,
  challenge_id     uuid not null references challenges (id),
  user_id          uuid not null references users (id),
  title            text not null check (char_length(title) between 1 and 120),
  description      text not null check (char_length(description) between 1 and 5000),
  image_id         uuid references images (id),
  image_url        text generated always as ('/media/' || image_id::text) stored,
  content_url      text check (char_length(content_url) <= 2000),
  creation_process text check (char_length(creation_process) between 1 and 5000),
  ai_tools_used    text[] not null check (cardinality(ai_tools_used) between 1 and 20),
  votes            integer not null default 0 check (votes >= 0),
  status           text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text,
  moderation_date  timestamptz,
  moderator_id     uuid references users (id) on delete set null,
  submission_date  timestamptz not null default dojo_now(),
  updated_at       timestamptz not null default dojo_now(),
  unique (challenge_id, user_id),
  unique (id, challenge_id, user_id),
  check (status = 'rejected' or rejection_reason is null),
  check (status <> 'rejected' or votes = 0)
);
create index submissions_standings on submissions (challenge_id, votes desc, submission_date, id);
create index submissions_in_order on submissions (challenge_id, submission_date desc, id desc);
create index submissions_tally on submissions (challenge_id, status) include (votes);
create index submissions_newest on submissions (submission_date desc, id desc);
create index submissions_by_member on submissions (user_id, submission_date desc, id desc);
create index submissions_by_image on submissions (image_id) where image_id is not null;

-- A winner is an entry of this very challenge, and its author.
alter table challenges add foreign key (winner_submission_id, id, winner_id) references submissions (id, challenge_id, user_id);
create index challenges_by_winning_entry on challenges (winner_submission_id) where winner_submission_id is not null;

-- Votes --------------------------------------------------------------------------------------------------

create table votes (
  id            uuid primary key,
  submission_id uuid not null,
  challenge_id  uuid not null,
  author_id     uuid not null,
  user_id       uuid not null references users (id),
  created_at    timestamptz not null default dojo_now(),
  constraint one_vote_per_challenge unique (challenge_id, user_id),
  constraint no_vote_for_oneself check (user_id <> author_id),
  foreign key (submission_id, challenge_id, author_id) references submissions (id, challenge_id, user_id)
);
create index votes_by_submission on votes (submission_id);
create index votes_by_member on votes (user_id);

-- Points -------------------------------------------------------------------------------------------------

-- Append-only. source_id is what the points are for: a vote, an entry, a completion, an adjustment.
create table points_log (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references users (id),
  points       integer not null check (points <> 0),
  reason       text not null check (reason in (
    'challenge_submission', 'submission_removed', 'vote_cast', 'vote_received', 'vote_removed',
    'challenge_win', 'challenge_win_revoked', 'challenge_participation', 'admin_adjustment')),
  challenge_id uuid references challenges (id) on delete set null,
  source_id    uuid not null,
  "timestamp"  timestamptz not null default dojo_now(),
  constraint one_reward_per_source unique (user_id, reason, source_id)
);
create index points_log_by_member on points_log (user_id, "timestamp" desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
-- The challenge reference may be cleared with its challenge; nothing else of a row ever changes.
create trigger points_log_append_only before update of id, user_id, points, reason, source_id, "timestamp" or delete
  on points_log for each row execute function refuse_change();

create table points_history (
  id           uuid primary key,
  user_id      uuid not null references users (id),
  points       integer not null,
  description  text not null,
  old_total    integer not null,
  new_total    integer not null check (new_total >= 0),
  admin_id     uuid references users (id) on delete set null,
  rank_changed boolean not null,
  old_rank     text not null,
  new_rank     text not null,
  created_at   timestamptz not null default dojo_now()
);
create index points_history_by_member on points_history (user_id, created_at desc);

create table rank_history (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references users (id),
  rank        text not null,
  achieved_at timestamptz not null default dojo_now()
);
create index rank_history_by_member on rank_history (user_id, achieved_at desc);

-- Traffic ------------------------------------------------------------------------------------------------

create table rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
