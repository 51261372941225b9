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

-- Not validated: the earlier check was narrower, and reading all rows would hold the lock.
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'challenge_opened', 'challenge_entries_closed', 'challenge_voting_started', 'challenge_canceled',
    'challenge_reopened',
    'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held', 'challenge_result_released',
    'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
    'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
    'submission_comment_hidden', 'submission_comment_restored', 'submission_report_resolved', 'member_report_resolved',
    'announcement_sent', 'announcement_withdrawn',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked', 'admin_invited', 'admin_invitation_ended',
    'member_suspended', 'member_reinstated', 'member_deleted')) not valid;
