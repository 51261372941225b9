-- Titles are in submission_titles since 0049. Transactions that write a submission wait for this lock,
-- and then call the new function.
lock table submissions in share row exclusive mode;
create or replace function keep_submission_words() returns trigger language plpgsql as $$
begin
  insert into submission_words (submission_id, words)
    values (new.id, searchable(concat_ws(E'\n', new.title, new.description)))
    on conflict (submission_id) do update set words = excluded.words;
  return null;
end $$;
alter table submission_words drop column title;
drop function submissions_titled(text, integer);
