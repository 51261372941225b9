-- Comments on submissions and reports ------------------------------------------------------------------------

create table comments (
  id            uuid primary key,
  submission_id uuid not null references submissions (id) on delete cascade,
  user_id       uuid not null references users (id),
  -- The comment that this one answers.
  parent_id     uuid,
  is_reply      boolean not null generated always as (parent_id is not null) stored,
  of_reply      boolean generated always as (case when parent_id is not null then false end) stored,
  -- Null after its author deleted it; the row stays for its replies.
  text          text check (length(text) between 1 and 1000),
  created_at    timestamptz not null default app_now(),
  edited_at     timestamptz,
  hidden_at     timestamptz,
  hidden_by     uuid references users (id) on delete set null,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  unique (id, submission_id, is_reply),
  -- A reply answers a comment of the same submission that is no reply itself.
  constraint one_level_of_replies foreign key (parent_id, submission_id, of_reply)
    references comments (id, submission_id, is_reply) on delete cascade,
  check ((hidden_at is null) = (hidden_reason is null)),
  check (text is not null or hidden_at is null)
);
create index comments_threads on comments (submission_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_shown on comments (submission_id) where text is not null and hidden_at is null;
create index comments_by_member on comments (user_id, created_at desc, id desc);
create index comments_by_hider on comments (hidden_by) where hidden_by is not null;

-- What members report to administrators: a submission, a comment or a member.
create table reports (
  id            uuid primary key,
  submission_id uuid references submissions (id) on delete cascade,
  comment_id    uuid references comments (id) on delete cascade,
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
create index reports_open on reports (created_at, id) where resolved_at is null;
create index reports_by_submission on reports (submission_id) where submission_id is not null;
create index reports_by_comment on reports (comment_id) where comment_id is not null;
create index reports_by_member on reports (member_id) where member_id is not null;
create index reports_by_reporter on reports (reporter_id, created_at desc);
create index reports_resolved on reports (resolved_at desc, id desc) where resolved_at is not null;
create index reports_on on reports (coalesce(submission_id, comment_id, member_id)) where resolved_at is null;
create index reports_by_resolver on reports (resolved_by) where resolved_by is not null;

alter table notification_events
  drop constraint notification_events_kind_check,
  add constraint notification_events_kind_check check (kind in (
    'challenge_opened', 'deadline_near', 'voting_opened', 'results', 'submission_received', 'submission_approved',
    'submission_rejected', 'commented', 'comment_hidden', 'report_resolved', 'vote_voided', 'rank_changed')) not valid;

-- Not validated: the earlier check was narrower, and reading all rows would hold the lock.
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held', 'challenge_result_released',
    'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
    'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
    'submission_comment_hidden', 'submission_comment_restored', 'submission_report_resolved', 'member_report_resolved',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked',
    'member_suspended', 'member_reinstated', 'member_deleted')) not valid;
create index audit_log_by_commenter on audit_log ((after ->> 'comment_by')) where after ->> 'comment_by' is not null;
