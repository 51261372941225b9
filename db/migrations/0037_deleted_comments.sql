-- Rows that stay for replies or reports, so that those that have none any more are found.
create index comments_deleted on comments (id) where text is null;
