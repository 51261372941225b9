-- High ranks are rare: that of a deleted member told whose account it was.
create function hide_rank_of_deleted() returns trigger language plpgsql as $$
begin
  new.rank := 'Novice Ninja';
  return new;
end $$;
create trigger users_hide_rank before update on users for each row
  when (new.deleted_at is not null and new.rank <> 'Novice Ninja') execute function hide_rank_of_deleted();
update users set updated_at = updated_at where deleted_at is not null and rank <> 'Novice Ninja';

-- One moment of change in all entries whose contents were removed told that they had one author.
update submissions s set updated_at = s.submission_date from users u
  where u.id = s.user_id and u.deleted_at is not null and s.title = 'Removed submission';
