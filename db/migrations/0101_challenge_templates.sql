-- What the form of a challenge had, kept under a name for later challenges.
create table challenge_templates (
  id         uuid primary key,
  name       text not null unique check (char_length(name) between 1 and 80),
  -- All but the status and the dates, under the names of the form.
  fields     jsonb not null check (jsonb_typeof(fields) = 'object'),
  image_id   uuid references images (id),
  created_at timestamptz not null default app_now()
);
create index challenge_templates_by_image on challenge_templates (image_id);

do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'audit_log'::regclass and conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check ' || replace(allowed, 'ARRAY[',
    'ARRAY[''challenge_template_created''::text, ''challenge_template_renamed''::text, ''challenge_template_deleted''::text, ');
end $$;

-- Administrators are told of what waits for them in a challenge.
alter table notification_events drop constraint notification_events_kind_check,
  add constraint notification_events_kind_check check (kind in (
    'challenge_opened', 'deadline_near', 'dates_moved', 'voting_opened', 'results', 'submission_received',
    'submission_approved', 'submission_rejected', 'commented', 'comment_hidden', 'report_resolved', 'vote_voided',
    'rank_changed', 'announcement', 'challenge_waits'));
