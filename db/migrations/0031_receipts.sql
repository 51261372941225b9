-- Each submission has a receipt, written in its transaction.
create function record_receipt() returns trigger language plpgsql as $$
begin
  insert into notification_events (id, kind, key, user_id, submission_id, details)
  values (gen_random_uuid(), 'submission_received', 'received:' || new.id, new.user_id, new.id,
    jsonb_build_object('receivedAt', new.submission_date))
  on conflict (key) do nothing;
  return null;
end $$;
create trigger submissions_received after insert on submissions for each row execute function record_receipt();
