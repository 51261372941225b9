-- The notifications of a comment, which are withdrawn when it is deleted or hidden.
create index notification_events_by_comment on notification_events ((details ->> 'commentId'))
  where kind in ('commented', 'comment_hidden');
-- A deleted comment is listed while it has replies. Its row stays for reports, and pages do not read it any more.
alter table comments
  add column is_listed boolean not null default true,
  add constraint only_deleted_comments_are_unlisted check (is_listed or text is null) not valid;
update comments m set is_listed = false
  where text is null and not exists (select from comments r where r.parent_id = m.id and r.text is not null);
create index comments_listed on comments (submission_id, created_at desc, id desc)
  where parent_id is null and is_listed;
drop index comments_threads;
create index comments_shown_replies on comments (parent_id, created_at desc, id desc)
  where parent_id is not null and text is not null;
-- For the deletion of a submission.
create index comments_by_submission on comments (submission_id);
