-- The page that wrote the content, which may send it again after an answer was lost.
alter table submissions add column saved_by uuid;
