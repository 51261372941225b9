-- What administrators have set on /admin/settings, one row for each setting that was ever changed there.
create table site_settings (
  name       text primary key check (char_length(name) between 1 and 40),
  value      jsonb not null check (octet_length(value::text) <= 8000),
  -- How often it was changed, so that a form that was filled before is refused.
  version    integer not null default 1 check (version > 0),
  changed_at timestamptz not null default app_now(),
  changed_by uuid references users (id) on delete set null
);
create index site_settings_by_changer on site_settings (changed_by) where changed_by is not null;

insert into site_settings (name, value)
  select 'showVotes', value -> 'showVotes' from settings where key = 'challenge_defaults';
delete from settings where key = 'challenge_defaults';

-- Not all that administrators do is about a challenge, a submission or a member. A generated column cannot be changed, only made
-- anew, with its indexes.
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
    'member_suspended', 'member_reinstated', 'member_deleted', 'settings_changed')),
  drop column subject_type,
  add column subject_type text not null generated always as (case
    when action in ('challenge_defaults_changed', 'settings_changed', 'page_changed') then 'settings'
    when action like 'challenge\_series\_%' then 'series'
    when action like 'challenge\_%' then 'challenge'
    when action like 'submission\_%' then 'submission'
    when action like 'suggestion\_%' then 'suggestion'
    when action like 'webhook\_%' then 'webhook'
    else 'member' end) stored;
create index audit_log_by_type on audit_log (subject_type, created_at desc, id desc);
create index audit_log_by_author_name on audit_log ((before ->> 'author'))
  where subject_type = 'submission' and (before ->> 'author_id') is null;
