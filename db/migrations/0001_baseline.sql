-- The schema of release 0.14.0, in one file: later migrations change it. Tables are ordered by the nouns of
-- docs/architecture.md. Rules that code might forget are constraints or triggers here; docs/architecture.md says where
-- the others are. A database of 0.13.0 gets this schema by the files of from-0.13.0.

-- Clock and settings -------------------------------------------------------------------------------------------------

-- Trigrams, for searches inside words. Part of PostgreSQL; the owner of a database may create it.
create extension if not exists pg_trgm;

-- The clock of all rules: the time of the database, or the one that demo data and tests set for their transaction with
-- set_config('app.now', ..., true).
create function app_now() returns timestamptz language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()) $$;

-- The day and the month or season of a moment, in UTC.
create function utc_day(moment timestamptz) returns date language sql immutable parallel safe as $$ select (moment at time zone 'UTC')::date $$;
create function period_start(period text, moment timestamptz) returns date language sql immutable parallel safe
  as $$ select date_trunc(case period when 'season' then 'quarter' else 'month' end, moment at time zone 'UTC')::date $$;

-- What the app stores about itself, such as maintenance mode, what new challenges begin with, the push keys, the key of
-- keyed hashes and the time of the last backup.
create table settings (
  key   text primary key,
  value jsonb not null
);

-- Uses that count towards a limit, by its name and a member or address. Here, so that all processes share the limits.
create table rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  -- In milliseconds since 1970.
  expire bigint
);

-- Media --------------------------------------------------------------------------------------------------------------

-- A stored upload; its files are in the file store, one for each width.
create table images (
  id         uuid primary key,
  owner_id   uuid,
  purpose    text not null check (purpose in ('submission', 'challenge', 'avatar')),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  widths     integer[] not null check (cardinality(widths) > 0),
  bytes      integer not null check (bytes > 0),
  created_at timestamptz not null default app_now(),
  -- The average color, shown until the image has loaded; null if it is transparent or older than the column.
  color      text check (color ~ '^#[0-9a-f]{6}$')
);
create index images_by_age on images (created_at);
create index images_by_owner on images (owner_id);

-- Members ------------------------------------------------------------------------------------------------------------

-- An account. The row of a deleted member stays without personal data, because ledger, votes and results refer to it.
create table users (
  id               uuid primary key,
  display_name     text not null check (display_name = btrim(display_name) and char_length(display_name) between 1 and 50),
  -- The display name with look-alike characters unified, so that no two names look the same. Null where it was not
  -- computed yet, and for the name that deleted accounts share.
  name_skeleton    text check (octet_length(name_skeleton) between 1 and 2000),
  email            text,
  avatar_preset    smallint not null check (avatar_preset between 1 and 5),
  photo_image_id   uuid references images (id),
  photo_url        text not null generated always as
    (coalesce('/media/' || photo_image_id::text, '/avatars/ninja-' || avatar_preset::text || '.svg')) stored,
  bio              text check (char_length(bio) between 1 and 100),
  -- The zone of the browser at the last sign-in, for the times in mails.
  time_zone        text check (length(time_zone) between 1 and 64),
  rank             text not null default 'Novice Ninja' check (rank in (
    'Novice Ninja', 'Emerging Ninja', 'Adept Ninja', 'Skilled Ninja',
    'Expert Ninja', 'Master Ninja', 'Elite Ninja', 'Legendary Ninja')),
  -- The sum of the member's rows in points_log.
  points           integer not null default 0 check (points >= 0),
  is_admin         boolean not null default false,
  -- What settings, admins and is_admin say together, so that lists need no further table. It grants nothing.
  admin_badge      boolean not null default false,
  joined_date      timestamptz not null default app_now(),
  created_at       timestamptz not null default app_now(),
  updated_at       timestamptz not null default app_now(),
  suspended_at     timestamptz,
  suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  suspended_by     uuid references users (id) on delete set null,
  deleted_at       timestamptz,
  constraint users_name_skeleton unique (name_skeleton),
  constraint suspension_has_reason check ((suspended_at is null) = (suspended_reason is null)),
  constraint suspension_has_date check (suspended_by is null or suspended_at is not null),
  constraint deleted_member_is_anonymous check (deleted_at is null or (
    display_name = 'Anonymous Ninja' and num_nonnulls(email, bio, photo_image_id, suspended_at) = 0
      and not is_admin and not admin_badge)),
  -- High ranks are rare: the rank would tell whose account it was.
  constraint no_rank_of_deleted check (deleted_at is null or rank = 'Novice Ninja')
);
create index users_by_photo on users (photo_image_id) where photo_image_id is not null;
create index users_without_skeleton on users (is_admin desc, id)
  where name_skeleton is null and display_name <> 'Anonymous Ninja';
create index users_with_admin_badge on users (id) where admin_badge;
create index users_standings on users (points desc, joined_date, id) where deleted_at is null;
create index users_standings_by_rank on users (rank, points desc, joined_date, id) where deleted_at is null;

alter table images add foreign key (owner_id) references users (id) on delete set null;

-- The roles of members, since when and by whom; users.is_admin alone makes an administrator too. `granted_by` is null for
-- the command line, an invitation of a deleted account, and rows of before 0.14.0; `granted_at` for some rows of before.
create table admins (
  user_id    uuid primary key references users (id) on delete cascade,
  role       text not null default 'administrator' check (role in ('administrator', 'moderator')),
  granted_at timestamptz default app_now(),
  granted_by uuid references users (id) on delete set null
);

-- Who gets a role at the next sign-in with this address, verified by the provider. Accepting or ending an invitation
-- deletes it: the audit log keeps what happened.
create table role_invitations (
  id         uuid primary key,
  email      text not null check (char_length(email) between 3 and 254),
  role       text not null check (role in ('administrator', 'moderator')),
  invited_by uuid not null references users (id) on delete cascade,
  invited_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create unique index role_invitations_by_email on role_invitations (lower(email collate "C"));
create index role_invitations_by_inviter on role_invitations (invited_by);

-- How a member signs in: the account at a provider.
create table identities (
  issuer         text not null,
  subject        text not null,
  user_id        uuid not null references users (id) on delete cascade,
  email          text,
  email_verified boolean not null default false,
  -- Whether the operator lets mails be sent to addresses that the provider does not mark (OIDC_EMAIL_TRUSTED).
  email_trusted  boolean not null default false,
  -- The address that the mail server does not know. No mail is sent to it until the provider names another.
  refused_email  text,
  created_at     timestamptz not null default app_now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- A signed-in browser. Only a hash of its token is stored, so that a copy of the database signs nobody in.
create table sessions (
  token_hash   bytea primary key check (octet_length(token_hash) = 32),
  user_id      uuid not null references users (id) on delete cascade,
  -- Names the session in forms, where the token is never shown.
  id           uuid not null default gen_random_uuid() unique,
  created_at   timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at   timestamptz not null,
  device       text not null default '' check (char_length(device) <= 60),
  -- The last fresh sign-in of its member, which some actions require.
  confirmed_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- A sign-in that was started: bound to one browser, used once.
create table sign_in_attempts (
  state_hash       bytea primary key check (octet_length(state_hash) = 32),
  browser_hash     bytea not null check (octet_length(browser_hash) = 32),
  nonce            text not null,
  code_verifier    text not null,
  return_to        text not null,
  expires_at       timestamptz not null,
  -- The session that the sign-in confirms instead of starting one.
  confirms_session uuid references sessions (id) on delete cascade
);
create index sign_in_attempts_by_expiry on sign_in_attempts (expires_at);
create index sign_in_attempts_by_session on sign_in_attempts (confirms_session) where confirms_session is not null;

-- What the demo's own OpenID provider stores: pages, codes, tokens, and people who typed their name.
create table demo_identity_records (
  kind       text not null,
  id         text not null,
  payload    jsonb not null,
  uid        text,
  grant_id   text,
  expires_at timestamptz,
  primary key (kind, id)
);
create index demo_identity_records_by_uid on demo_identity_records (kind, uid) where uid is not null;
create index demo_identity_records_by_grant on demo_identity_records (kind, grant_id) where grant_id is not null;
create index demo_identity_records_by_expiry on demo_identity_records (expires_at) where expires_at is not null;

-- Challenges ---------------------------------------------------------------------------------------------------------

-- A timed contest. The checks hold its dates in order, and a winner only where it is completed.
create table challenges (
  id                   uuid primary key,
  title                text not null check (char_length(title) between 1 and 120),
  description          text not null check (char_length(description) between 1 and 5000),
  requirements         text not null default '' check (char_length(requirements) <= 5000),
  image_id             uuid references images (id),
  image_url            text generated always as ('/media/' || image_id::text) stored,
  type                 text not null check (type in ('daily', 'weekly', 'monthly', 'special')),
  kind                 text not null check (kind in ('image', 'text', 'audio', 'video', 'code', 'special')),
  -- What members may see and do.
  show_submissions     boolean not null default true,
  show_votes           boolean not null default true,
  allow_voting         boolean not null default true,
  allow_comments       boolean not null default true,
  voters               text not null default 'everyone' check (voters in ('everyone', 'verified', 'members_before')),
  point_value          integer not null default 25 check (point_value >= 0),
  -- The dates that organisers set.
  start_date           timestamptz,
  deadline             timestamptz,
  voting_opens_at      timestamptz,
  voting_closes_at     timestamptz,
  -- When voting ends: voting_closes_at, else the deadline plus the type's length. Written with every deadline.
  voting_ends_at       timestamptz,
  status               text not null check (status in ('draft', 'upcoming', 'active', 'voting', 'completed', 'canceled')),
  is_active            boolean not null generated always as (status in ('active', 'voting')) stored,
  is_voting_open       boolean not null generated always as (status = 'voting') stored,
  -- The status in which it was canceled, which reopening brings back.
  canceled_from        text check (canceled_from in ('upcoming', 'active', 'voting')),
  activated_at         timestamptz,
  voting_opened_at     timestamptz,
  -- When voting first opened, which an extension does not change.
  first_ballot_at      timestamptz,
  -- When voting last opened, also after an extension: an older submission may have votes.
  last_ballot_at       timestamptz,
  -- When voting was open with counts that everyone could see. It stays when they are hidden again.
  votes_shown_at       timestamptz,
  -- When its submissions became visible, where they were hidden until the deadline.
  submissions_shown_at timestamptz,
  hides_votes          boolean not null
    generated always as (not show_votes and status not in ('completed', 'canceled')) stored,
  -- Entries that were shown after one deadline are hidden again until a later one.
  hides_submissions    boolean not null generated always as (
    not show_submissions and coalesce(submissions_shown_at < deadline, true) and status in ('draft', 'upcoming', 'active')
  ) stored,
  participant_count    integer not null default 0 check (participant_count >= 0),
  -- Since when its result waits for the release by an administrator.
  held_at              timestamptz,
  -- Why and when its completion was stopped: a second count of the votes differed.
  result_alert         text,
  result_alert_at      timestamptz,
  completed_at         timestamptz,
  winner_id            uuid references users (id),
  winner_name          text,
  winner_submission_id uuid,
  winner_votes         integer check (winner_votes > 0),
  created_by           uuid references users (id) on delete set null,
  created_at           timestamptz not null default app_now(),
  updated_at           timestamptz not null default app_now(),
  -- When what it says was last changed, for feeds.
  content_changed_at   timestamptz,
  -- Grows with each edit: a form that was opened before an edit is stale.
  version              integer not null default 0,
  check (deadline is not null or status in ('draft', 'upcoming')),
  check ((deadline is null) = (voting_ends_at is null)),
  check (start_date < deadline),
  check (voting_opens_at >= deadline),
  check (voting_ends_at > coalesce(voting_opens_at, deadline)),
  check ((status in ('completed', 'canceled')) = (completed_at is not null)),
  check (num_nulls(winner_id, winner_submission_id, winner_votes) in (0, 3)),
  check (winner_id is null or status = 'completed'),
  check ((result_alert is null) = (result_alert_at is null)),
  constraint held_result_is_open check (held_at is null or status <> 'completed'),
  -- Submissions copy these columns, and refer to them.
  constraint challenges_copied unique (id, hides_votes, hides_submissions),
  constraint challenges_kind unique (id, kind)
);
-- One index for each order in which pages list challenges, and for each kind of transition that becomes due.
create index challenges_newest on challenges (created_at desc, id desc);
create index challenges_by_status on challenges (status, created_at desc, id desc);
create index challenges_by_section on challenges (status, type, created_at desc, id desc);
create index challenges_counted on challenges (status, type, kind);
create index challenges_open on challenges (is_voting_open, created_at desc, id desc) where is_active;
create index challenges_open_newest on challenges (created_at desc, id desc) where is_active;
create index challenges_featured on challenges ((type <> 'daily'), deadline, id) where status = 'active';
create index challenges_voting on challenges (deadline desc, id desc) where status = 'voting';
create index challenges_due_start on challenges (start_date) where status = 'upcoming';
create index challenges_due_deadline on challenges (deadline) where status = 'active';
create index challenges_due_end on challenges (voting_ends_at) where status = 'voting';
create index challenges_finished on challenges (completed_at desc, id desc) where status in ('completed', 'canceled');
create index challenges_finished_by_kind on challenges (kind, completed_at desc, id desc)
  where status in ('completed', 'canceled');
create index challenges_finished_by_type on challenges (type, completed_at desc, id desc)
  where status in ('completed', 'canceled');
create index challenges_finished_by_both on challenges (type, kind, completed_at desc, id desc)
  where status in ('completed', 'canceled');
create index challenges_showcase on challenges (deadline desc, id desc) where winner_submission_id is not null;
create index challenges_showcase_by_kind on challenges (kind, deadline desc, id desc)
  where winner_submission_id is not null;
create index challenges_showcase_top on challenges (winner_votes desc, deadline desc, id desc)
  where winner_submission_id is not null;
create index challenges_on_desk on challenges (voting_ends_at)
  where last_ballot_at is not null and status in ('active', 'voting');
create index challenges_by_last_ballot on challenges (last_ballot_at desc, id) where last_ballot_at is not null;
create index challenges_alerted on challenges (result_alert_at) where result_alert_at is not null;
create index challenges_won on challenges (winner_id) where winner_id is not null;
create index challenges_by_winning_entry on challenges (winner_submission_id) where winner_submission_id is not null;
create index challenges_by_image on challenges (image_id) where image_id is not null;

-- Dates of a challenge that were moved while members relied on them. Its page shows them.
create table moved_dates (
  id           uuid primary key,
  challenge_id uuid not null references challenges (id) on delete cascade,
  moved_at     timestamptz not null default app_now(),
  moment       text not null check (moment in ('start', 'deadline', 'voting_start', 'voting_end')),
  -- Null if it was, or is, not known.
  moved_from   timestamptz,
  moved_to     timestamptz,
  check (moved_from is distinct from moved_to)
);
create index moved_dates_by_challenge on moved_dates (challenge_id, moved_at desc, moment);

-- What organisers did to a challenge besides moving its dates. Its page shows it with them.
create table challenge_steps (
  id           uuid primary key,
  challenge_id uuid not null references challenges (id) on delete cascade,
  taken_at     timestamptz not null default app_now(),
  step         text not null check (step in (
    'opened', 'entries_closed', 'voting_started', 'completed', 'canceled', 'reopened', 'voting_reopened', 'resumed')),
  -- What members read of a cancellation.
  note         text check (char_length(note) between 1 and 2000),
  check ((note is not null) = (step = 'canceled'))
);
create index challenge_steps_by_challenge on challenge_steps (challenge_id, taken_at desc);

-- A change of any column makes an open form stale, so a new field is covered without a list of fields. Ignored are
-- columns that the application writes by itself, and generated ones, which a trigger sees as null.
create function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at',
    'first_ballot_at', 'votes_shown_at', 'submissions_shown_at', 'hides_submissions', 'content_changed_at',
    'result_alert', 'result_alert_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
    new.content_changed_at := app_now();
  end if;
  return new;
end $$;
create trigger challenges_version before update on challenges for each row execute function count_version();

-- The schedule sleeps until the next deadline, and is woken by what it has to do earlier.
create function wake_schedule() returns trigger language plpgsql as $$
begin
  perform pg_notify('schedule', '');
  return null;
end $$;
create trigger challenges_wake after insert or update of status, start_date, deadline, voting_opens_at, voting_ends_at,
  allow_voting, show_submissions, held_at on challenges for each row execute function wake_schedule();

-- Submissions --------------------------------------------------------------------------------------------------------

-- What a member enters into a challenge, once. `kind`, `votes_hidden` and `is_hidden` are copies of what its challenge
-- says, because lists filter and sort by them. Foreign keys keep them equal: a change of the challenge changes them in
-- its transaction, about a tenth of a millisecond for each submission.
create table submissions (
  id                  uuid primary key,
  challenge_id        uuid not null,
  kind                text not null,
  votes_hidden        boolean not null,
  is_hidden           boolean not null,
  user_id             uuid not null references users (id),
  title               text not null check (char_length(title) between 1 and 120),
  description         text not null check (char_length(description) between 1 and 5000),
  image_id            uuid references images (id),
  image_url           text generated always as ('/media/' || image_id::text) stored,
  image_alt           text check (char_length(image_alt) between 1 and 250),
  content_url         text check (char_length(content_url) <= 2000),
  creation_process    text check (char_length(creation_process) between 1 and 5000),
  prompt              text check (char_length(prompt) between 1 and 2000),
  ai_tools_used       text[] not null check (cardinality(ai_tools_used) between 1 and 20),
  -- The votes that count.
  votes               integer not null default 0 check (votes >= 0),
  -- What lists sort by: hidden counts are all equal.
  votes_shown         integer not null generated always as (case when votes_hidden then -1 else votes end) stored,
  submission_date     timestamptz not null default app_now(),
  updated_at          timestamptz not null default app_now(),
  -- The last change of content, which decides ties.
  content_changed_at  timestamptz not null default app_now(),
  -- The page that wrote the content, which may send it again after an answer was lost.
  saved_by            uuid,
  status              text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  rejection_reason    text,
  moderation_date     timestamptz,
  moderator_id        uuid references users (id) on delete set null,
  -- What an undo of the rejection restores: the status, the approval, the points for participation, and how many votes.
  rejected_from       text check (rejected_from in ('pending', 'approved')),
  approved_at         timestamptz,
  approved_by         uuid references users (id) on delete set null,
  participation_taken integer not null default 0 check (participation_taken >= 0),
  votes_taken         integer not null default 0 check (votes_taken >= 0),
  unique (challenge_id, user_id),
  unique (id, challenge_id, user_id),
  constraint submissions_challenge_fkey foreign key (challenge_id, kind) references challenges (id, kind)
    on update cascade,
  constraint submissions_hidden_fkey foreign key (challenge_id, votes_hidden, is_hidden)
    references challenges (id, hides_votes, hides_submissions) on update cascade,
  check (status = 'rejected' or rejection_reason is null),
  check (status <> 'rejected' or votes = 0),
  check (status = 'rejected' or num_nonnulls(rejected_from, approved_at, approved_by) = 0),
  check (status = 'rejected' or (participation_taken, votes_taken) = (0, 0))
);
create index submissions_in_order on submissions (challenge_id, submission_date desc, id desc);
create index submissions_standings on submissions (challenge_id, votes desc, content_changed_at, id);
create index submissions_standings_by_status on submissions (challenge_id, status, votes desc, content_changed_at, id);
-- With the id, so that the order of a ballot is read from the index alone.
create index submissions_by_chance on submissions (challenge_id, status, md5(id::text)) include (id);
create index submissions_newest on submissions (submission_date desc, id desc);
create index submissions_listed on submissions (is_hidden, status, submission_date desc, id desc);
create index submissions_listed_by_kind on submissions (kind, is_hidden, status, submission_date desc, id desc);
create index submissions_listed_by_votes
  on submissions (kind, is_hidden, status, votes_shown desc, submission_date desc, id desc);
create index submissions_by_votes on submissions (kind, votes_shown desc, submission_date desc, id desc);
create index submissions_by_member on submissions (user_id, submission_date desc, id desc);
create index submissions_by_status on submissions (status, submission_date desc, id desc);
create index submissions_by_status_and_challenge on submissions (status, challenge_id, submission_date desc, id desc);
create index submissions_by_title on submissions (lower(title), id);
create index submissions_by_image on submissions (image_id) where image_id is not null;

-- A winner is a submission of this challenge, and its author.
alter table challenges add foreign key (winner_submission_id, id, winner_id)
  references submissions (id, challenge_id, user_id);

-- A submission with votes keeps its content until its challenge is finished: members voted for what they saw. The
-- content of a deleted account is removed after that, which changes no result.
create function keep_voted_content() returns trigger language plpgsql as $$
begin
  if exists (select from challenges c where c.id = new.challenge_id and c.status in ('completed', 'canceled')) then
    return new;
  end if;
  if old.votes > 0 then
    raise exception 'submission % has votes, so its content cannot change', old.id using errcode = 'check_violation';
  end if;
  new.content_changed_at := app_now();
  return new;
end $$;
create trigger submissions_content before update of
    title, description, image_id, image_alt, content_url, creation_process, prompt, ai_tools_used on submissions
  for each row when (
    (old.title, old.description, old.image_id, old.image_alt, old.content_url, old.creation_process, old.prompt,
      old.ai_tools_used)
    is distinct from
    (new.title, new.description, new.image_id, new.image_alt, new.content_url, new.creation_process, new.prompt,
      new.ai_tools_used))
  execute function keep_voted_content();

-- A submission that is not submitted yet, with texts as they were typed. Without a foreign key to the challenge, whose
-- lock would delay its transitions.
create table submission_drafts (
  challenge_id     uuid not null,
  user_id          uuid not null references users (id),
  title            text not null check (char_length(title) <= 200),
  description      text not null check (char_length(description) <= 6000),
  creation_process text not null check (char_length(creation_process) <= 6000),
  prompt           text not null default '' check (char_length(prompt) <= 6000),
  ai_tools         text not null check (char_length(ai_tools) <= 1000),
  content_url      text not null check (char_length(content_url) <= 4000),
  image_alt        text not null check (char_length(image_alt) <= 1000),
  image_id         uuid references images (id),
  -- The page that saved it last, and this save: one device does not overwrite what another one saved.
  editor           uuid not null,
  revision         uuid not null default gen_random_uuid(),
  updated_at       timestamptz not null default app_now(),
  primary key (challenge_id, user_id)
);
create index submission_drafts_by_member on submission_drafts (user_id, updated_at desc);
create index submission_drafts_by_image on submission_drafts (image_id) where image_id is not null;
create index submission_drafts_by_age on submission_drafts (updated_at);

-- How many members have seen a submission while its challenge was in voting, from the first view on. Apart from the
-- submission, so that reports of views do not wait for votes.
create table submission_views (
  submission_id uuid primary key references submissions (id) on delete cascade,
  seen          integer not null default 0 check (seen >= 0),
  -- When the views reached each bucket of the ballot order: a bucket is one view at first, later a twentieth of them.
  reached       timestamptz[] not null
);

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

-- The submissions that a member marked for themselves while voting is open; the numbered places limit the list.
-- Without a foreign key to the challenge, whose lock would delay its transitions.
create table shortlists (
  challenge_id  uuid not null,
  user_id       uuid not null references users (id),
  submission_id uuid not null references submissions (id) on delete cascade,
  place         smallint not null check (place between 1 and 50),
  primary key (user_id, challenge_id, submission_id),
  unique (user_id, challenge_id, place)
);
create index shortlists_by_submission on shortlists (submission_id);

-- Voting and integrity -----------------------------------------------------------------------------------------------

-- Votes that administrators voided together, and why.
create table void_batches (
  id            uuid primary key,
  challenge_id  uuid not null references challenges (id) on delete cascade,
  reason        text not null check (reason in ('several_accounts', 'new_accounts', 'agreed', 'suspended', 'other')),
  -- For administrators only.
  note          text not null check (char_length(note) between 1 and 500),
  votes         integer not null check (votes > 0),
  voided_by     uuid references users (id),
  voided_at     timestamptz not null default app_now(),
  restored_at   timestamptz,
  -- Whose votes they were, once restored, and why: the deletion of these members erases what was written about them.
  restored_for  uuid[],
  restored_note text
);
create index void_batches_by_challenge on void_batches (challenge_id, voided_at desc);
create index void_batches_by_restored on void_batches using gin (restored_for);

-- One row for each member and challenge: a vote that counts, a voided one, or one that a rejection set aside, which an
-- undo of the rejection counts again unless its voter has voted anew, in its row. Nobody votes for themselves. A voided
-- vote stays when its submission is deleted, so that its voter has no other vote.
create table votes (
  id              uuid primary key,
  submission_id   uuid,
  challenge_id    uuid not null,
  author_id       uuid not null,
  user_id         uuid not null references users (id),
  created_at      timestamptz not null default app_now(),
  -- The network that the vote came from, as a keyed hash, until 30 days after its challenge has ended.
  network         bytea check (length(network) = 16),
  voided_batch_id uuid references void_batches (id) on delete cascade,
  counts          boolean not null default true,
  -- A payment that is made again, for a restored vote, has the next round.
  round           smallint not null default 1 check (round > 0),
  -- Also when two requests arrive at once.
  constraint one_vote_per_challenge unique (challenge_id, user_id),
  constraint no_vote_for_oneself check (user_id <> author_id),
  foreign key (submission_id, challenge_id, author_id) references submissions (id, challenge_id, user_id)
    on delete set null (submission_id),
  check (voided_batch_id is null or not counts),
  check (submission_id is not null or voided_batch_id is not null)
);
create index votes_by_submission_and_voter on votes (submission_id, user_id);
create index votes_by_member on votes (user_id, challenge_id);
-- For the votes of the last days. Votes are written in the order of their time, so an index of blocks is enough.
create index votes_by_time on votes using brin (created_at);
create index votes_with_network on votes (challenge_id) where network is not null;
-- Those that a rejection set aside, which are deleted once it cannot be undone.
create index votes_rejected on votes (submission_id) where not counts and voided_batch_id is null;
create index votes_voided on votes (voided_batch_id) where voided_batch_id is not null;
create index votes_voided_by_member on votes (user_id) where voided_batch_id is not null;
create index votes_voided_by_author on votes (author_id) where voided_batch_id is not null;

-- Sign-ins of deleted accounts, as keyed hashes, with a voided vote in a challenge that still runs: the vote passes to
-- the next account of the same person.
create table barred_identities (
  identity     bytea not null check (length(identity) = 16),
  challenge_id uuid not null references challenges (id) on delete cascade,
  user_id      uuid not null references users (id),
  primary key (identity, challenge_id)
);
create index barred_identities_by_vote on barred_identities (challenge_id, user_id);

-- A keyed hash of a network or sign-in. A function, so that the key, which it makes when it first needs one, does not
-- leave the database.
create function network_hash(network text) returns bytea language plpgsql as $$
declare
  secret bytea;
begin
  select decode(value #>> '{}', 'hex') into secret from settings where key = 'network_key';
  if secret is null then
    insert into settings (key, value) values ('network_key', to_jsonb(encode(
      sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')), 'hex')))
      on conflict (key) do nothing;
    select decode(value #>> '{}', 'hex') into secret from settings where key = 'network_key';
  end if;
  return substring(sha256(secret || sha256(secret || convert_to(network, 'UTF8'))) for 16);
end $$;

-- Which administrator has looked at the counts of a secret ballot.
create table count_views (
  challenge_id uuid not null references challenges (id) on delete cascade,
  admin_id     uuid not null references users (id),
  viewed_at    timestamptz not null default app_now(),
  primary key (challenge_id, admin_id)
);
create index count_views_by_admin on count_views (admin_id);

-- Points -------------------------------------------------------------------------------------------------------------

-- The ledger. `source_id` is what the points are for: a vote, a submission, a completion, an adjustment. A reward is
-- unique by member, reason, source and round, so that a repeated command pays once.
create table points_log (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references users (id),
  points       integer not null check (points <> 0),
  reason       text not null check (reason in (
    'challenge_submission', 'submission_removed', 'vote_cast', 'vote_received', 'vote_removed', 'vote_hidden',
    'challenge_win', 'challenge_win_revoked', 'challenge_participation', 'admin_adjustment')),
  challenge_id uuid references challenges (id) on delete set null,
  source_id    uuid not null,
  "timestamp"  timestamptz not null default app_now(),
  round        smallint not null default 1 check (round > 0),
  constraint one_reward_per_source unique (user_id, reason, source_id, round)
);
create index points_log_by_member on points_log (user_id, "timestamp" desc);
-- What a member was paid in a challenge other than for votes, of which there may be very many.
create index points_log_by_challenge on points_log (user_id, challenge_id)
  where reason in (
    'challenge_submission', 'submission_removed', 'challenge_win', 'challenge_win_revoked', 'challenge_participation');
-- Where most members have one row, PostgreSQL would take an index by member alone for as good as the unique one, and
-- read all rows of an author with very many votes for each vote.
alter table points_log alter column user_id set (n_distinct = -0.02);

-- Rows of the ledger never change, so that a total can be explained by them. The challenge's reference may be cleared.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger points_log_append_only
  before update of id, user_id, points, reason, source_id, round, "timestamp" or delete
  on points_log for each row execute function refuse_change();

-- The points of a member in a month and in a season, so that the leaderboard of a period is read in the order of an
-- index. The command that writes the ledger writes them; the schedule deletes periods that are over.
create table period_points (
  user_id     uuid not null references users (id),
  period      text not null check (period in ('month', 'season')),
  starts_on   date not null,
  -- Below 0 where more was taken back than earned.
  points      integer not null,
  -- A copy, for the order of equal points.
  joined_date timestamptz not null,
  primary key (user_id, period, starts_on)
);
create index period_points_in_order on period_points (period, starts_on, points desc, joined_date, user_id);

-- What administrators adjusted, with the total and rank before and after.
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
  created_at   timestamptz not null default app_now()
);
create index points_history_by_member on points_history (user_id, created_at desc);

-- Every rank that a member got.
create table rank_history (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references users (id),
  rank        text not null,
  achieved_at timestamptz not null default app_now()
);
create index rank_history_by_member on rank_history (user_id, achieved_at desc);

-- Lifecycle ----------------------------------------------------------------------------------------------------------

-- One row each time a challenge was completed; revoked when it is extended or counted again.
create table completions (
  id            uuid primary key,
  challenge_id  uuid not null references challenges (id) on delete cascade,
  submission_id uuid,
  winner_id     uuid references users (id),
  votes         integer,
  completed_by  uuid references users (id) on delete set null,
  completed_at  timestamptz not null default app_now(),
  revoked_at    timestamptz,
  -- The policy in force when the votes were counted: 'before' means that only approved submissions could win.
  moderation    text not null default 'after' check (moderation in ('after', 'before'))
);
create unique index completions_standing on completions (challenge_id) where revoked_at is null;
create index completions_by_challenge on completions (challenge_id);
create index completions_by_winner on completions (winner_id) where winner_id is not null;

-- What a completion counted, so that anyone with the data can count again and see a difference.
create table certificates (
  id            uuid primary key,
  completion_id uuid not null references completions (id) on delete cascade,
  rules         smallint not null,
  -- Submissions that could win, and all votes.
  entries       integer not null check (entries >= 0),
  votes         integer not null check (votes >= 0),
  -- Votes for submissions that could win; null in certificates older than the column.
  counted       integer check (counted >= 0),
  -- The voided votes by reason.
  voided        jsonb not null default '{}',
  -- Submissions with a vote, those with the most votes, and the votes of each hour, for the page of results.
  voted_for     integer not null check (voted_for >= 0),
  tied          integer not null check (tied >= 0),
  hours         jsonb not null,
  -- The votes of each submission that has any, by its id.
  counts        jsonb not null,
  -- SHA-256 of the salt and of the SHA-256 of the lines 'voter submission', in the order of the voters. Without the
  -- salt, the ballots of a small challenge could be guessed from who got a point for voting.
  ballots       text not null check (length(ballots) = 64),
  made_at       timestamptz not null default app_now(),
  -- A later rejection or deletion of a submission takes its votes away: the challenge gets another certificate.
  replaced_at   timestamptz,
  -- The settings of the challenge when it was first completed after its last ballot.
  conditions    jsonb not null default '{}',
  salt          bytea not null check (length(salt) = 32)
);
create unique index certificates_in_force on certificates (completion_id) where replaced_at is null;
create index certificates_by_completion on certificates (completion_id);

-- Comments -----------------------------------------------------------------------------------------------------------

-- A comment on a submission, or a reply to such a comment. A reply has no replies: the foreign key refers to a comment
-- of the same submission that is none.
create table comments (
  id            uuid primary key,
  submission_id uuid not null references submissions (id) on delete cascade,
  user_id       uuid not null references users (id),
  -- The comment that this one answers.
  parent_id     uuid,
  is_reply      boolean not null generated always as (parent_id is not null) stored,
  of_reply      boolean generated always as (case when parent_id is not null then false end) stored,
  -- Null after its author deleted it; the row stays for its replies and reports.
  text          text check (length(text) between 1 and 1000),
  created_at    timestamptz not null default app_now(),
  edited_at     timestamptz,
  hidden_at     timestamptz,
  hidden_by     uuid references users (id) on delete set null,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  -- Whether pages read it: a deleted comment is listed while it has replies.
  is_listed     boolean not null default true,
  unique (id, submission_id, is_reply),
  constraint one_level_of_replies foreign key (parent_id, submission_id, of_reply)
    references comments (id, submission_id, is_reply) on delete cascade,
  check ((hidden_at is null) = (hidden_reason is null)),
  check (text is not null or hidden_at is null),
  constraint only_deleted_comments_are_unlisted check (is_listed or text is null)
);
create index comments_listed on comments (submission_id, created_at desc, id desc)
  where parent_id is null and is_listed;
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_shown_replies on comments (parent_id, created_at desc, id desc)
  where parent_id is not null and text is not null;
create index comments_shown on comments (submission_id) where text is not null and hidden_at is null;
create index comments_by_submission on comments (submission_id);
create index comments_by_member on comments (user_id, created_at desc, id desc);
create index comments_by_hider on comments (hidden_by) where hidden_by is not null;
create index comments_deleted on comments (id) where text is null;

-- Announcements ------------------------------------------------------------------------------------------------------

-- What administrators tell all members or those of one challenge. The id is made with the form, so that a form that is
-- sent twice is one announcement.
create table announcements (
  id           uuid primary key,
  title        text not null check (length(title) between 1 and 120),
  text         text not null check (length(text) between 1 and 2000),
  -- A path of this site.
  link         text check (link ~ '^/([^/\\]|$)' and length(link) <= 500),
  audience     text not null check (audience in ('all', 'challenge')),
  challenge_id uuid references challenges (id) on delete set null,
  created_by   uuid not null references users (id),
  sent_at      timestamptz not null default app_now(),
  -- Members who were told so far, without those who turned announcements off.
  told         integer not null default 0,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users (id) on delete set null,
  check (audience = 'challenge' or challenge_id is null)
);
create index announcements_newest on announcements (sent_at desc, id desc);
create index announcements_by_challenge on announcements (challenge_id) where challenge_id is not null;
create index announcements_by_author on announcements (created_by);
create index announcements_by_withdrawer on announcements (withdrawn_by) where withdrawn_by is not null;

-- Events and notifications -------------------------------------------------------------------------------------------

-- What members are told of, written once in the transaction in which it happens. The schedule writes the notifications
-- of its recipients in batches, in the order of their ids.
create table notification_events (
  id              uuid primary key,
  kind            text not null check (kind in (
    'challenge_opened', 'deadline_near', 'dates_moved', 'voting_opened', 'results', 'submission_received',
    'submission_approved', 'submission_rejected', 'commented', 'comment_hidden', 'report_resolved', 'vote_voided',
    'rank_changed', 'announcement')),
  -- What happened: the same event is recorded once.
  key             text not null unique check (length(key) <= 200),
  -- The only recipient; null for the audience of the kind.
  user_id         uuid references users (id),
  challenge_id    uuid references challenges (id) on delete cascade,
  submission_id   uuid references submissions (id) on delete cascade,
  announcement_id uuid references announcements (id),
  details         jsonb not null default '{}',
  created_at      timestamptz not null default app_now(),
  -- The last recipient that was written.
  reached         uuid,
  delivered_at    timestamptz,
  -- Its notifications are removed in batches, then the event.
  withdrawn_at    timestamptz,
  constraint notification_events_audience check (num_nonnulls(user_id, challenge_id, announcement_id) > 0),
  constraint notification_events_announcement check ((kind = 'announcement') = (announcement_id is not null))
);
create index notification_events_due on notification_events (created_at, id) where delivered_at is null;
create index notification_events_withdrawn on notification_events (id) where withdrawn_at is not null;
create index notification_events_oldest on notification_events (created_at) where delivered_at is not null;
create index notification_events_by_member on notification_events (user_id) where user_id is not null;
create index notification_events_by_challenge on notification_events (challenge_id) where challenge_id is not null;
create index notification_events_by_submission on notification_events (submission_id) where submission_id is not null;
create unique index notification_events_by_announcement on notification_events (announcement_id)
  where announcement_id is not null;
-- The notifications of a comment, which are withdrawn when it is deleted or hidden.
create index notification_events_by_comment on notification_events ((details ->> 'commentId'))
  where kind in ('commented', 'comment_hidden');
create trigger notification_events_wake after insert or update of withdrawn_at on notification_events
  for each row execute function wake_schedule();

-- What one member is told of an event.
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
  -- Whether the kind is shown on the member's devices, unless the channel is 'off'.
  push    boolean not null default true,
  primary key (user_id, kind)
);

-- The mail of a notification until it was sent, refused for good or given up.
create table mails (
  event_id  uuid not null,
  user_id   uuid not null,
  due_at    timestamptz not null,
  attempts  smallint not null default 0,
  sent_at   timestamptz,
  failed_at timestamptz,
  error     text check (length(error) <= 300),
  primary key (event_id, user_id),
  foreign key (event_id, user_id) references notifications (event_id, user_id) on delete cascade,
  check (sent_at is null or failed_at is null)
);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
create index mails_sent on mails (sent_at) where sent_at is not null;
create index mails_failed on mails (failed_at desc) where failed_at is not null;

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

-- The push message of a notification to a device until it was sent, refused or given up.
create table pushes (
  event_id  uuid not null references notification_events (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  due_at    timestamptz not null,
  attempts  smallint not null default 0,
  primary key (event_id, device_id)
);
create index pushes_due on pushes (due_at);
create index pushes_by_device on pushes (device_id);

-- Members who asked to be reminded of a challenge. Without a foreign key to the challenge, whose lock would delay its
-- transitions.
create table challenge_follows (
  user_id      uuid not null references users (id),
  challenge_id uuid not null,
  created_at   timestamptz not null default app_now(),
  primary key (challenge_id, user_id)
);
create index challenge_follows_by_member on challenge_follows (user_id, created_at desc, challenge_id);

-- The private address of a member's calendar. Only a hash of its secret part is stored.
create table calendar_addresses (
  user_id    uuid primary key references users (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now()
);

-- Reports ------------------------------------------------------------------------------------------------------------

-- What members report to administrators: a submission, a comment or a member. The command that deletes one of them
-- deletes its reports first, and tells the reporters.
create table reports (
  id            uuid primary key,
  submission_id uuid references submissions (id),
  comment_id    uuid references comments (id),
  member_id     uuid references users (id),
  -- The comment as it was when it was reported: its author may edit or delete it.
  reported_text text check (length(reported_text) between 1 and 1000),
  reporter_id   uuid not null references users (id),
  reason        text not null check (reason in ('spam', 'abuse', 'stolen', 'rules', 'other')),
  note          text check (length(note) between 1 and 500),
  created_at    timestamptz not null default app_now(),
  resolved_at   timestamptz,
  resolved_by   uuid references users (id) on delete set null,
  -- Whether administrators found it justified.
  upheld        boolean,
  check (num_nonnulls(submission_id, comment_id, member_id) = 1),
  check ((comment_id is null) = (reported_text is null)),
  check ((resolved_at is null) = (upheld is null)),
  check (member_id <> reporter_id)
);
create unique index one_open_report on reports (reporter_id, coalesce(submission_id, comment_id, member_id))
  where resolved_at is null;
create index reports_on on reports (coalesce(submission_id, comment_id, member_id)) where resolved_at is null;
create index reports_open on reports (created_at, id) where resolved_at is null;
create index reports_resolved on reports (resolved_at desc, id desc) where resolved_at is not null;
create index reports_by_submission on reports (submission_id) where submission_id is not null;
create index reports_by_comment on reports (comment_id) where comment_id is not null;
create index reports_by_member on reports (member_id) where member_id is not null;
create index reports_by_reporter on reports (reporter_id, created_at desc);
create index reports_by_resolver on reports (resolved_by) where resolved_by is not null;

-- Audit --------------------------------------------------------------------------------------------------------------

-- What administrators did, to what, and how it was before and after. Written in the transaction that does it.
create table audit_log (
  id           uuid primary key,
  -- Null where it was done from the command line, or where the administrator is gone; the name stays.
  admin_id     uuid references users (id) on delete set null,
  admin_name   text not null,
  action       text not null check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'challenge_opened', 'challenge_entries_closed', 'challenge_voting_started', 'challenge_canceled',
    'challenge_reopened',
    'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held', 'challenge_result_released',
    'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
    'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
    'submission_comment_hidden', 'submission_comment_restored', 'submission_report_resolved', 'member_report_resolved',
    'announcement_sent', 'announcement_withdrawn',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked', 'admin_invited', 'admin_invitation_ended',
    'member_suspended', 'member_reinstated', 'member_deleted')),
  subject_type text not null generated always as (case split_part(action, '_', 1)
    when 'challenge' then 'challenge' when 'submission' then 'submission' else 'member' end) stored,
  subject_id   uuid not null,
  subject_name text not null,
  -- The challenge that it is about, so that its page lists it; without a reference, as it outlives the challenge.
  challenge_id uuid,
  before       jsonb,
  after        jsonb,
  created_at   timestamptz not null default app_now(),
  -- Whether the administrator had a submission in the challenge that the action is about.
  own_contest  boolean not null default false
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_by_type on audit_log (subject_type, created_at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, created_at desc);
create index audit_log_by_challenge on audit_log (challenge_id, created_at desc, id desc) where challenge_id is not null;
create index audit_log_by_admin on audit_log (admin_id) where admin_id is not null;
-- The deletion of an account finds what the log says about the member while it holds challenges, so it must not read
-- the whole log.
create index audit_log_by_author on audit_log ((before ->> 'author_id')) where (before ->> 'author_id') is not null;
create index audit_log_by_author_name on audit_log ((before ->> 'author'))
  where subject_type = 'submission' and (before ->> 'author_id') is null;
create index audit_log_by_former_winner on audit_log ((before ->> 'winner_id')) where (before ->> 'winner_id') is not null;
create index audit_log_by_winner on audit_log ((after ->> 'winner_id')) where (after ->> 'winner_id') is not null;
create index audit_log_by_commenter on audit_log ((after ->> 'comment_by')) where (after ->> 'comment_by') is not null;

-- What happened, to what and when never changes. The transaction that deletes an account sets app.erasing_account and
-- may replace names and reasons.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.erasing_account', true) = 'on'
    and (new.id, new.action, new.subject_id, new.created_at) = (old.id, old.action, old.subject_id, old.created_at)
  then
    return new;
  end if;
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only
  before update of id, admin_name, action, subject_id, subject_name, before, after, created_at, challenge_id or delete
  on audit_log for each row execute function keep_audit_log();

-- Search -------------------------------------------------------------------------------------------------------------

-- What is stored and what is asked are folded by the same functions, which do not depend on the locale of the database:
-- under C, lower() and pg_trgm know ASCII only.

-- Letters without marks, in lower case, with ASCII punctuation and one space between words: 'Łódź’s' is 'lodz''s'.
-- Marks of Latin, Greek, Cyrillic, Arabic and Hebrew letters are left out; in other scripts they are vowels. Width and
-- kana are as in NFKC.
create function folded(given text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(given) = length(given) then regexp_replace(lower(given collate "C"), '\s+', ' ', 'g')
  else regexp_replace(replace(replace(replace(replace(translate(lower(normalize(regexp_replace(
    normalize(translate(given, '´″', '''"'), NFKD) collate "C",
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670'
    '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff'
    '\u200b-\u200f\u2060-\u2064\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g'), NFC)),
    '’‘‚‛ʼʻʹˈʽ′‵‹›՚׳ꞌ´“”„‟«»″‶״〝〞〟「」『』‐‑‒–—―−⁃־×⁄∕、،。۔؟؛' -- typographic marks
    'ıȷŋəǝɛɔĸðɖʒɣɩʊʋɑɡſʃɯƨςىیکہة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ÆÐØÞøĐđĦħŁłŊŒŦŧƀƁƂƃƄƆƇƈƉƊƋƌƎƏƐƑƒƓƔƖƗƘƙƚƜƝƞƟƢƤƥƦƧƩƫƬƭƮƱƲƳƴƵƶƷƸƼǤǥǶǷȜȠȡȢȤȥȴȵȶȺȻȼȽȾȿɀɁɃɄɅɆɇɈɉɊɋɌɍɎɏɓɗɨɲͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾỿⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱭⱮⱯⱰⱱⱲⱳⱴⱵⱸⱺⱾⱿ𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    '''''''''''''''''''''''''''''''''''""""""""""""""""---------x//,,..?;'
    'ijneeeokddzgiuvagssusσييكهه01234567890123456789ædoþoddhhllnœttbbbbƅoccddddeeeffggiikklunnɵƣpprssttttuvyyzzzƹƽggƕƿȝndȣzzlntaccltszɂbʉʌeejjqqrryybdinͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽyylllprathhkkzzamɐɒvwwvⱶeosz𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '[\s\u1680\u2028\u2029]+', ' ', 'g') end
$$;

-- The same as pg_trgm can tell it apart: letters and digits of ASCII as they are, and others as capital letters, an X
-- and six more for an ideograph. A part of a text has a part of its form.
create function search_form(given text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(
    encode(convert_to(translate(folded(given), '01234567\', E'\x01\x02\x03\x04\x05\x06\x07\x08\x0e'), 'UTF8'), 'escape'),
    '\2', ''), '\3', 'X'), E'01234567\x01\x02\x03\x04\x05\x06\x07\x08\x0e', 'PQRSTUVW01234567\')
$$;

-- The words of a name, without punctuation. It is cut because a comparison takes the product of both lengths, and a
-- letter such as U+FDFA is 18 in NFKD.
create function search_title(given text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(left(search_form(left(given, 120)), 900), '[^a-zA-Z0-9]+', ' ', 'g'))
$$;

-- Whether trigrams find the form.
create function has_trigram(form text) returns boolean language sql immutable strict parallel safe as $$
  select form ~ '[a-zA-Z0-9]{3}'
$$;

-- The pattern of texts that contain a form; null if trigrams do not find it.
create function search_pattern(form text) returns text language sql immutable strict parallel safe
  as $$
  select case when has_trigram(form) then '%' || regexp_replace(form, '([\\%_])', '\\\1', 'g') || '%' end
$$;

-- The pattern of texts that have a form without a trigram as a word; null for others and for signs only. Only [a-z0-9]
-- are letters of the word: 'ai' is in 'AIで作った絵', whose other letters are capital letters in the form.
create function word_pattern(form text) returns text language sql immutable strict parallel safe as $$
  select case when form ~ '[a-z0-9]' and not has_trigram(form) then
    case when form ~ '^[a-z0-9]' then '(^|[^a-z0-9])' else '' end || regexp_replace(form, '([^a-z0-9 ])', '\\\1', 'g') ||
    case when form ~ '[a-z0-9]$' then '($|[^a-z0-9])' else '' end end
$$;

-- The single characters and the pairs of a form, for terms without a trigram. Characters beyond ASCII have trigrams.
create function search_grams(form text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct gram[1] from (select regexp_replace(form, '[A-Z]+', ' ', 'g') as kept offset 0) of_ascii
    cross join lateral (select regexp_matches(kept, '.', 'g') union all select regexp_matches(kept, '..', 'g')
      union all select regexp_matches(substr(kept, 2), '..', 'g')) grams (gram))
$$;

-- The words of one or two letters, in which trigrams do not help.
create function short_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct word from string_to_table(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'), ' ') word
    where length(word) between 1 and 2)
$$;

-- How alike a term and a name are, 0 to 1. Few people mistake the first letter, so without a word that begins with it a
-- name must be more alike: 'number' is not meant by 'ember'. Letters beyond ASCII are compared by their bytes, of which
-- many are alike.
create function title_likeness(term text, title text) returns real language sql immutable parallel safe
  as $$
  select case
    when strpos(title, term) > 0 and has_trigram(term) then greatest(word_similarity(term, title), 0.6::real)
    when (' ' || title like '% ' || left(term, 1) || '%' or word_similarity(term, title) >= 0.6)
        and word_similarity(term, title) >= case when term ~ '[A-Z]' then 0.8 else 0.45 end
      then word_similarity(term, title)
    else 0 end
$$;

-- The same by title and words. The signs of a short term count, as in 'c++': the first line of the words is the form of
-- the name. Last are names that do not have the term, with a text that does, if texts are searched.
create function search_likeness(term text, form text, title text, words text, texts boolean) returns real
  language sql immutable parallel safe as $$
  select greatest(0::real,
    case when has_trigram(form) or form = term or strpos(split_part(words, E'\n', 1), form) > 0
      then title_likeness(term, left(title, 300)) end,
    case when texts and strpos(words, form) > 0 and (has_trigram(form) or words ~ word_pattern(form)) then 0.3 end)
$$;

-- The forms of texts, beside the tables: each vote writes new versions of the rows of its member and its submission, and
-- would write an index on the words there too. One line of `words` for each text, so that no term spans two.
create table user_words (
  user_id uuid primary key references users (id) on delete cascade,
  words   text not null,
  title   text not null
);
create index user_words_titled on user_words using gin (title gin_trgm_ops);
create index user_words_found on user_words using gin (words gin_trgm_ops);
create index user_words_grams on user_words using gin (search_grams(words));

create table challenge_words (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  words        text not null,
  title        text not null
);
create index challenge_words_titled on challenge_words using gin (title gin_trgm_ops);
create index challenge_words_found on challenge_words using gin (words gin_trgm_ops);
create index challenge_words_grams on challenge_words using gin (search_grams(words));

create table submission_words (
  submission_id uuid primary key references submissions (id) on delete cascade,
  words         text not null,
  title         text not null
);
create index submission_words_titled on submission_words using gin (title gin_trgm_ops);
create index submission_words_found on submission_words using gin (words gin_trgm_ops);
create index submission_words_grams on submission_words using gin (search_grams(words));
create index submission_words_short on submission_words using gin (short_words(words));

-- What is searched of each row. A trigger writes it, because any command may change one of the texts, and writes nothing
-- for a text that is saved unchanged.
create function words_of(u users) returns setof user_words language sql stable as $$
  select u.id, concat_ws(E'\n', search_form(u.display_name), search_form(u.email)), search_title(u.display_name)
  where u.deleted_at is null
$$;
create function words_of(c challenges) returns setof challenge_words language sql stable as $$
  select c.id, search_form(c.title), search_title(c.title)
$$;
create function words_of(s submissions) returns setof submission_words language sql stable as $$
  select s.id, concat_ws(E'\n', search_form(s.title), search_form(s.description), search_form(s.prompt),
    search_form(array_to_string(s.ai_tools_used, ', '))), search_title(s.title)
$$;
create function keep_words() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    delete from user_words where user_id = new.id and new.deleted_at is not null;
    insert into user_words as kept select * from words_of(new)
      on conflict (user_id) do update set words = excluded.words, title = excluded.title
      where (kept.words, kept.title) <> (excluded.words, excluded.title);
  elsif tg_table_name = 'challenges' then
    insert into challenge_words as kept select * from words_of(new)
      on conflict (challenge_id) do update set words = excluded.words, title = excluded.title
      where (kept.words, kept.title) <> (excluded.words, excluded.title);
  else
    insert into submission_words as kept select * from words_of(new)
      on conflict (submission_id) do update set words = excluded.words, title = excluded.title
      where (kept.words, kept.title) <> (excluded.words, excluded.title);
  end if;
  return null;
end $$;
create trigger users_words after insert or update of display_name, email, deleted_at on users
  for each row execute function keep_words();
create trigger challenges_words after insert or update of title on challenges
  for each row execute function keep_words();
create trigger submissions_words after insert or update of title, description, prompt, ai_tools_used on submissions
  for each row execute function keep_words();

-- Ids whose words contain a form, always by an index: the planner can only guess how rare a term is, and a wrong guess
-- reads the whole table. Without parallel workers: to start them takes as long as the search.
create function words_found(noun text, form text, most integer) returns setof uuid language plpgsql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$
begin
  return query execute format('select %1$s_id from %1$s_words where %2$s limit $3', noun, case when has_trigram(form)
    then 'words like $1' else 'search_grams(words) @> $2 and strpos(words, $4) > 0' end)
    using search_pattern(form), search_grams(form), most, form;
end $$;

-- Ids whose title is like a term, in the same way.
create function users_titled(term text, most integer) returns setof uuid language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$ select user_id from user_words where term <% title or title like search_pattern(term) limit most $$;
create function challenges_titled(term text, drafts boolean, most integer) returns setof uuid language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$
    select challenge_id from challenge_words cross join lateral (
      select from challenges c where c.id = challenge_id and (drafts or c.status <> 'draft') offset 0) shown
    where term <% title or title like search_pattern(term) limit most
  $$;

-- Or whose words contain a form. Submissions that the viewer may not see would take the places of others, and tell
-- which words they have.
create function submissions_titled(term text, form text, statuses text[], hidden boolean, most integer) returns setof uuid
  language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$
    select submission_id from submission_words cross join lateral (
      select from submissions s where s.id = submission_id and s.status = any(statuses) and (hidden or not s.is_hidden)
      offset 0) shown
    where term <% title or title like search_pattern(term) or words like search_pattern(form)
      or short_words(words) @> case when word_pattern(form) is not null then short_words(form) end
        -- 'is true' keeps the planner from the trigrams of the pattern, which most texts have.
        and (strpos(words, form) > 0 and words ~ word_pattern(form)) is true limit most
  $$;
