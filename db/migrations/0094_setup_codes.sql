-- The code that makes the first administrator of a site without one, as a hash. A new one replaces it.
create table setup_codes (
  only_one   boolean primary key default true check (only_one),
  hash       bytea not null check (length(hash) = 32),
  expires_at timestamptz not null
);
