-- The schedule sleeps until the next deadline, and is told of what it has to do earlier.
create function wake_schedule() returns trigger language plpgsql as $$
begin
  perform pg_notify('schedule', '');
  return null;
end $$;
create trigger challenges_wake after insert or update of status, start_date, deadline, voting_opens_at, voting_ends_at,
  allow_voting, show_submissions, held_at on challenges for each row execute function wake_schedule();
create trigger notification_events_wake after insert or update of withdrawn_at on notification_events
  for each row execute function wake_schedule();
create trigger ballot_orders_wake after insert on ballot_orders for each row execute function wake_schedule();
