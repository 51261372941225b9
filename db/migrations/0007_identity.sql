-- Display names ---------------------------------------------------------------------------------------------

-- The form of a display name in which look-alikes are equal; domain/members/unique-names.server.ts computes it. Null
-- where it was not computed yet, and for the one name that deleted accounts share.
alter table users
  add column name_skeleton text check (octet_length(name_skeleton) between 1 and 2000),
  add constraint users_name_skeleton unique (name_skeleton);
create index users_without_skeleton on users (is_admin desc, id)
  where name_skeleton is null and display_name <> 'Anonymous Ninja';

create function clear_name_skeleton() returns trigger language plpgsql as $$
begin
  new.name_skeleton := null;
  return new;
end $$;
create trigger users_anonymous before update of display_name on users for each row
  when (new.display_name = 'Anonymous Ninja') execute function clear_name_skeleton();

-- Administrators --------------------------------------------------------------------------------------------

-- Whether the member is shown as an administrator. It repeats what settings, admins and is_admin say, so that lists
-- need no further table; it grants nothing.
alter table users add column admin_badge boolean not null default false;
update users set admin_badge = true where is_admin or id in (select user_id from admins);
create index users_with_admin_badge on users (id) where admin_badge;

-- Votes -----------------------------------------------------------------------------------------------------

-- How often a member withdrew a vote in a challenge. The limit is in domain/voting/rules.ts.
create table vote_withdrawals (
  challenge_id uuid not null references challenges (id) on delete cascade,
  user_id      uuid not null references users (id) on delete cascade,
  count        integer not null check (count > 0),
  primary key (challenge_id, user_id)
);
create index vote_withdrawals_by_member on vote_withdrawals (user_id);
