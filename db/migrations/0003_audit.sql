-- What administrators did, to what, and how it was before and after. Rows are written in the transaction that acts.
create table audit_log (
  id           uuid primary key,
  -- Null where it was done from the command line, or where the administrator is gone; the name stays.
  admin_id     uuid references users (id) on delete set null,
  admin_name   text not null,
  action       text not null check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'submission_approved', 'submission_rejected', 'submission_deleted',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked')),
  subject_type text not null generated always as (
    case split_part(action, '_', 1) when 'challenge' then 'challenge' when 'submission' then 'submission' else 'member' end) stored,
  subject_id   uuid not null,
  subject_name text not null,
  before       jsonb,
  after        jsonb,
  created_at   timestamptz not null default dojo_now()
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_by_type on audit_log (subject_type, created_at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, created_at desc);
create index audit_log_by_admin on audit_log (admin_id) where admin_id is not null;

-- The administrator's reference may be cleared with the member; nothing else of a row ever changes.
create trigger audit_log_append_only
  before update of id, admin_name, action, subject_id, subject_name, before, after, created_at or delete
  on audit_log for each row execute function refuse_change();

-- Counts the changes of what the challenge form holds, so that a form that was opened earlier is known as stale.
alter table challenges add column version integer not null default 0;

create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger challenges_version
  before update of title, description, requirements, image_id, type, kind, status, start_date, deadline, voting_opens_at,
    voting_closes_at, show_submissions, show_votes, allow_voting, allow_comments on challenges
  for each row
  when ((old.title, old.description, old.requirements, old.image_id, old.type, old.kind, old.status, old.start_date, old.deadline,
      old.voting_opens_at, old.voting_closes_at, old.show_submissions, old.show_votes, old.allow_voting, old.allow_comments)
    is distinct from
    (new.title, new.description, new.requirements, new.image_id, new.type, new.kind, new.status, new.start_date, new.deadline,
      new.voting_opens_at, new.voting_closes_at, new.show_submissions, new.show_votes, new.allow_voting, new.allow_comments))
  execute function count_version();
