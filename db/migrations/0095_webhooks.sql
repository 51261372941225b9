-- Addresses of other programs that are told of what becomes public.
create table webhooks (
  id              uuid primary key,
  name            text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  url             text not null check (length(url) between 1 and 1000),
  format          text not null check (format in ('standard', 'discord', 'slack')),
  -- The key in base64 that signs what is sent in the standard format.
  secret          text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$'),
  -- The events that it is told of.
  kinds           text[] not null check (cardinality(kinds) > 0 and kinds <@ array[
    'challenge.opened', 'challenge.deadline_moved', 'voting.opened', 'challenge.completed', 'submission.received']),
  enabled         boolean not null default true,
  -- Deliveries that were given up since the last one that arrived.
  given_up        smallint not null default 0,
  -- When it was switched off for these.
  switched_off_at timestamptz check (switched_off_at is null or not enabled),
  -- How often its form was saved or it was switched off, so that a form that was opened before is refused.
  version         integer not null default 0,
  created_by      uuid not null references users (id),
  created_at      timestamptz not null default app_now()
);
create index webhooks_by_creator on webhooks (created_by);

-- What happened, once for each webhook that is told of it. Says what it is about; the text is made when it is sent, so
-- that nothing is sent that is public no longer.
create table webhook_deliveries (
  -- Receivers see it, the same with each attempt.
  id            uuid primary key,
  webhook_id    uuid not null references webhooks (id) on delete cascade,
  kind          text not null,
  -- What happened: a webhook is told of it once.
  key           text not null check (length(key) <= 200),
  challenge_id  uuid references challenges (id) on delete cascade,
  submission_id uuid references submissions (id) on delete cascade,
  details       jsonb not null default '{}',
  created_at    timestamptz not null default app_now(),
  status        text not null default 'waiting' check (status in ('waiting', 'delivered', 'given_up', 'dropped')),
  attempts      smallint not null default 0,
  -- A test, or sent again by an administrator: sent also while the webhook is off.
  by_hand       boolean not null default false,
  due_at        timestamptz not null default app_now(),
  -- What came of the last attempt, for people.
  answer        text check (length(answer) <= 200),
  ended_at      timestamptz,
  unique (webhook_id, key),
  check ((status = 'waiting') = (ended_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where status <> 'waiting';
create index webhook_deliveries_by_challenge on webhook_deliveries (challenge_id) where challenge_id is not null;
create index webhook_deliveries_by_submission on webhook_deliveries (submission_id) where submission_id is not null;
create trigger webhook_deliveries_wake after insert or update of status on webhook_deliveries
  for each row when (new.status = 'waiting') execute function wake_schedule();

alter table audit_log drop constraint audit_log_action_check, add constraint audit_log_action_check check (action in (
  'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
  'challenge_opened', 'challenge_entries_closed', 'challenge_voting_started', 'challenge_canceled',
  'challenge_reopened',
  'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held', 'challenge_result_released',
  'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
  'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
  'submission_comment_hidden', 'submission_comment_restored', 'submission_report_resolved', 'member_report_resolved',
  'announcement_sent', 'announcement_withdrawn',
  'webhook_created', 'webhook_changed', 'webhook_secret_renewed', 'webhook_deleted',
  'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked', 'admin_invited', 'admin_invitation_ended',
  'member_suspended', 'member_reinstated', 'member_deleted', 'settings_changed'));
