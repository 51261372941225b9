-- Rows that requests at the same moment as the deletion of an account left behind. Only processes of earlier releases
-- leave more.
do $$
declare
  gone uuid[] := array(select id from users where deleted_at is not null);
  name text;
begin
  foreach name in array array['admins', 'ballot_orders', 'calendar_addresses', 'challenge_follows', 'identities', 'impressions',
    'member_networks', 'notifications', 'notification_events', 'notification_settings', 'period_points',
    'sessions', 'shortlists', 'submission_drafts', 'user_words', 'vote_withdrawals']
  loop
    execute format('delete from %I where user_id = any($1)', name) using gone;
  end loop;
  delete from reports where reporter_id = any(gone) or member_id = any(gone);
end $$;
