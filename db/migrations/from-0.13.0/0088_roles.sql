-- The role of each member of `admins`, since when and by whom. `granted_by` is null for the command line, an invitation
-- of a deleted account, and rows of earlier releases; `granted_at` only for rows written by hand before.
alter table admins
  add column role text not null default 'administrator' check (role in ('administrator', 'moderator')),
  add column granted_at timestamptz,
  add column granted_by uuid references users (id) on delete set null;

insert into admins (user_id) select id from users where is_admin and deleted_at is null on conflict do nothing;
update admins a set granted_at = (
  select max(created_at) from audit_log where action = 'admin_granted' and subject_id = a.user_id);
alter table admins alter column granted_at set default app_now();
