-- What the author of a submission was told of a judgement is withdrawn when it no longer holds: it was undone, or the
-- submission was edited and waits again.
create function withdraw_judgements() returns trigger language plpgsql as $$
begin
  delete from notification_events where submission_id = old.id
    and kind in ('submission_rejected', case when new.status = 'pending' then 'submission_approved' end);
  return null;
end $$;
create trigger submissions_judged_again after update of status on submissions for each row
  when (old.status = 'rejected' and new.status <> 'rejected' or old.status = 'approved' and new.status = 'pending')
  execute function withdraw_judgements();
