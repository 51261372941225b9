-- The private address of a member's calendar. Only a hash of its secret part is stored.
create table calendar_addresses (
  user_id    uuid primary key references users (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now()
);
