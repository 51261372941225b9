-- The legal texts as administrators have written them, each change a version. Without a text: the project's own is shown.
create table written_pages (
  page       text not null check (page in ('privacy-policy', 'terms', 'cookies')),
  version    integer not null check (version > 0),
  text       text check (char_length(text) between 1 and 20000),
  written_at timestamptz not null default app_now(),
  written_by uuid not null references users (id),
  primary key (page, version)
);
create index written_pages_by_writer on written_pages (written_by);
