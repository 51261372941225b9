-- The reporter is told when the subject of a report is deleted before an administrator resolved it.
create function record_deleted_report() returns trigger language plpgsql as $$
begin
  insert into notification_events (id, kind, key, user_id, details)
  select gen_random_uuid(), 'report_resolved', 'report:' || old.id, u.id,
    jsonb_build_object('deleted', true, 'reported',
      case when old.member_id is not null then 'member' when old.comment_id is not null then 'comment' else 'submission' end)
  from users u where u.id = old.reporter_id and u.deleted_at is null
  on conflict (key) do nothing;
  return null;
end $$;
create trigger reports_deleted after delete on reports for each row
  when (old.resolved_at is null) execute function record_deleted_report();
