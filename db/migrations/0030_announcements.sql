-- Announcements by administrators, and the wake-ups of the live count -----------------------------------------

create table announcements (
  -- Made with the form, so that a form that is sent twice is one announcement.
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

alter table notification_events
  add column announcement_id uuid references announcements (id),
  -- Its notifications are removed in batches, then the event.
  add column withdrawn_at timestamptz,
  drop constraint notification_events_check,
  add constraint notification_events_audience check (num_nonnulls(user_id, challenge_id, announcement_id) > 0) not valid,
  add constraint notification_events_announcement check ((kind = 'announcement') = (announcement_id is not null)) not valid,
  drop constraint notification_events_kind_check,
  add constraint notification_events_kind_check check (kind in (
    'challenge_opened', 'deadline_near', 'voting_opened', 'results', 'submission_received', 'submission_approved',
    'submission_rejected', 'commented', 'comment_hidden', 'report_resolved', 'vote_voided', 'rank_changed',
    'announcement')) not valid;
create unique index notification_events_by_announcement on notification_events (announcement_id)
  where announcement_id is not null;
create index notification_events_withdrawn on notification_events (id) where withdrawn_at is not null;

-- Not validated: the earlier check was narrower, and reading all rows would hold the lock.
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'challenge_votes_voided', 'challenge_votes_restored', 'challenge_result_held', 'challenge_result_released',
    'challenge_recounted', 'challenge_counts_viewed', 'challenge_defaults_changed',
    'submission_approved', 'submission_rejected', 'submission_deleted', 'submission_moderation_undone',
    'submission_comment_hidden', 'submission_comment_restored', 'submission_report_resolved', 'member_report_resolved',
    'announcement_sent', 'announcement_withdrawn',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked',
    'member_suspended', 'member_reinstated', 'member_deleted')) not valid;

-- Wakes the processes that show counts of unread notifications: the ids of the members, or '' for many. A payload has
-- at most 8,000 bytes.
create function wake_live_counts() returns trigger language plpgsql as $$
declare members text;
begin
  select case when count(*) <= 200 then string_agg(id::text, ',') else '' end into members
  from (select distinct user_id as id from changed limit 201) concerned;
  if members is not null then perform pg_notify('notifications', members); end if;
  return null;
end $$;
create trigger notifications_added after insert on notifications
  referencing new table as changed for each statement execute function wake_live_counts();
create trigger notifications_read after update on notifications
  referencing new table as changed for each statement execute function wake_live_counts();
create trigger notifications_removed after delete on notifications
  referencing old table as changed for each statement execute function wake_live_counts();
