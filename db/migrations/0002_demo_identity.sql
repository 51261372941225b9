-- What the demo's own OpenID provider remembers: pages under way, codes, tokens, and people who typed their name.
create table demo_identity_records (
  kind       text not null,
  id         text not null,
  payload    jsonb not null,
  uid        text,
  grant_id   text,
  expires_at timestamptz,
  primary key (kind, id)
);
create index demo_identity_records_by_uid on demo_identity_records (kind, uid) where uid is not null;
create index demo_identity_records_by_grant on demo_identity_records (kind, grant_id) where grant_id is not null;
create index demo_identity_records_by_expiry on demo_identity_records (expires_at) where expires_at is not null;
