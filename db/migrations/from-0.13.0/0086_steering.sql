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

-- The status in which it was canceled, which reopening brings back.
alter table challenges add column canceled_from text check (canceled_from in ('upcoming', 'active', 'voting'));

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
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked',
    'member_suspended', 'member_reinstated', 'member_deleted')) not valid;
