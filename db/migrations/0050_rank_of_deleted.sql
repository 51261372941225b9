-- High ranks are rare: that of a deleted member told whose account it was.
update users set rank = 'Novice Ninja' where deleted_at is not null and rank <> 'Novice Ninja';
