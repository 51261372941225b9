-- Suspended and deleted members -----------------------------------------------------------------------------

-- A deleted member's row stays without personal data: the ledger, votes and results refer to it.
alter table users
  add column suspended_at     timestamptz,
  add column suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  add column suspended_by     uuid references users (id) on delete set null,
  add column deleted_at       timestamptz,
  add constraint suspension_has_reason check ((suspended_at is null) = (suspended_reason is null)),
  add constraint suspension_has_date check (suspended_by is null or suspended_at is not null),
  add constraint deleted_member_is_anonymous check (deleted_at is null or (
    display_name = 'Anonymous Ninja' and num_nonnulls(email, bio, photo_image_id, suspended_at) = 0
      and not is_admin and not admin_badge));

-- Listings of members leave deleted ones out.
drop index users_standings;
drop index users_standings_by_rank;
create index users_standings on users (points desc, joined_date, id) where deleted_at is null;
create index users_standings_by_rank on users (rank, points desc, joined_date, id) where deleted_at is null;

-- Deleted members are counted apart.
create function member_tally_key(rank text, deleted_at timestamptz) returns text
  language sql immutable parallel safe
  as $$ select case when deleted_at is null then rank else 'deleted' end $$;

drop trigger users_tally_more on users;
drop trigger users_tally_less on users;
drop trigger users_tally_move on users;
create trigger users_tally_more after insert on users referencing new table as changed
  for each statement execute function tally_rows('users', 'member_tally_key(rank, deleted_at)');
create trigger users_tally_less after delete on users referencing old table as changed
  for each statement execute function tally_rows('users', 'member_tally_key(rank, deleted_at)');
create trigger users_tally_move after update of rank, deleted_at on users for each row
  when (member_tally_key(old.rank, old.deleted_at) <> member_tally_key(new.rank, new.deleted_at))
  execute function tally_move('users', 'member_tally_key(rank, deleted_at)');

-- Sessions --------------------------------------------------------------------------------------------------

-- `id` names a session in forms; the token itself is never shown. `confirmed_at` is the last fresh sign-in of its member.
alter table sessions
  add column id           uuid not null default gen_random_uuid() unique,
  add column device       text not null default '' check (char_length(device) <= 60),
  add column confirmed_at timestamptz;

-- Set where a sign-in confirms a session instead of starting one.
alter table sign_in_attempts add column confirms_session uuid references sessions (id) on delete cascade;
create index sign_in_attempts_by_session on sign_in_attempts (confirms_session) where confirms_session is not null;

-- Audit log -------------------------------------------------------------------------------------------------

alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in (
    'challenge_created', 'challenge_updated', 'challenge_completed', 'challenge_extended', 'challenge_deleted',
    'submission_approved', 'submission_rejected', 'submission_deleted',
    'points_adjusted', 'rank_changed', 'admin_granted', 'admin_revoked',
    'member_suspended', 'member_reinstated', 'member_deleted'));

-- What happened, to what and when never changes. The transaction that deletes an account sets app.erasing_account and may
-- replace names and reasons.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.erasing_account', true) = 'on'
    and (new.id, new.action, new.subject_id, new.created_at) = (old.id, old.action, old.subject_id, old.created_at)
  then
    return new;
  end if;
  raise exception 'audit_log is append-only';
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only
  before update of id, admin_name, action, subject_id, subject_name, before, after, created_at or delete
  on audit_log for each row execute function keep_audit_log();
