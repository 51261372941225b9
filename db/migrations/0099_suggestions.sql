-- What members propose as a challenge. It is used where a challenge names it, and open until then or until declined.
create table suggestions (
  id          uuid primary key,
  user_id     uuid not null references users (id),
  title       text not null check (char_length(title) between 1 and 120),
  brief       text not null check (char_length(brief) between 1 and 2000),
  kind        text not null check (kind in ('image', 'video', 'audio', 'text', 'code')),
  created_at  timestamptz not null default app_now(),
  declined_at timestamptz,
  declined_by uuid references users (id)
);
create index suggestions_by_member on suggestions (user_id, created_at desc);
create index suggestions_by_time on suggestions (created_at desc, id desc);
create index suggestions_by_decliner on suggestions (declined_by) where declined_by is not null;

alter table challenges add column suggestion_id uuid unique references suggestions (id);

alter table audit_log drop constraint audit_log_action_check, add constraint audit_log_action_check check (action in (
  'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
  'challenge_opened', 'challenge_entries_closed', 'challenge_voting_started', 'challenge_canceled',
  'challenge_reopened', 'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held',
  'challenge_result_released', 'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
  'challenge_series_created', 'challenge_series_updated', 'challenge_series_deleted', 'submission_approved',
  'submission_rejected', 'submission_deleted', 'submission_moderation_undone', 'submission_comment_hidden',
  'submission_comment_restored', 'submission_report_resolved', 'member_report_resolved', 'suggestion_declined',
  'announcement_sent', 'announcement_withdrawn', 'webhook_created', 'webhook_changed', 'webhook_secret_renewed',
  'webhook_deleted', 'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked', 'admin_invited',
  'admin_invitation_ended', 'member_suspended', 'member_reinstated', 'member_deleted', 'settings_changed',
  'page_changed'));
