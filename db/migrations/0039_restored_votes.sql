-- Whose votes a batch was, once they are restored, and why: their deletion erases what administrators wrote about them.
alter table void_batches add column restored_for uuid[], add column restored_note text;
create index void_batches_by_restored on void_batches using gin (restored_for);
