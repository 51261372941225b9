-- What a rejection took away beside the points of the submission itself, kept while the rejection can be undone.
create table rejections (
  submission_id uuid primary key references submissions (id) on delete cascade,
  won           boolean not null,
  -- The points for participation.
  participation integer not null check (participation >= 0),
  rejected_at   timestamptz not null
);

create table rejected_votes (
  submission_id uuid not null references rejections (submission_id) on delete cascade,
  user_id       uuid not null references users (id),
  created_at    timestamptz not null,
  primary key (submission_id, user_id)
);
create index rejected_votes_by_member on rejected_votes (user_id);

-- Not validated: the earlier check was narrower, and reading all rows would hold the lock.
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked',
    'member_suspended', 'member_reinstated', 'member_deleted')) not valid;
