-- The approval that a rejection replaced, restored with an undo. A process of the previous release rejects pending
-- submissions only.
alter table rejections
  add column was_approved boolean not null default false,
  add column approved_at timestamptz,
  add column approved_by uuid references users (id) on delete set null,
  add check (was_approved or (approved_at is null and approved_by is null));
