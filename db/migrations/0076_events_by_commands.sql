-- Commands write the events that notifications tell of; the bell asks for its count.
drop trigger challenges_opened on challenges;
drop trigger submissions_received on submissions;
drop trigger submissions_judged_again on submissions;
drop trigger users_rank_changed on users;
drop function record_challenge_event(), record_receipt(), withdraw_judgements(), record_rank_event();
drop trigger notifications_added on notifications;
drop trigger notifications_read on notifications;
drop trigger notifications_removed on notifications;
drop function wake_live_counts();
