-- The deletion of an account clears the form of its name and its rank; high ranks are rare, and told whose account it was.
drop trigger users_anonymous on users;
drop trigger users_hide_rank on users;
drop function clear_name_skeleton(), hide_rank_of_deleted();
alter table users add constraint no_rank_of_deleted check (deleted_at is null or rank = 'Novice Ninja');

drop trigger submissions_content_date on submissions;
drop function set_content_date();
alter table submissions alter content_changed_at set default app_now();
