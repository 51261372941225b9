-- Tokens with which a member's programs read the member's own data. Only a hash of each is stored. A member has at most ten.
create table access_tokens (
  id           uuid primary key,
  user_id      uuid not null references users (id),
  slot         smallint not null check (slot between 1 and 10),
  name         text not null check (length(name) between 1 and 50),
  token_hash   bytea not null unique check (length(token_hash) = 32),
  created_at   timestamptz not null default app_now(),
  last_used_on date,
  unique (user_id, slot)
);
