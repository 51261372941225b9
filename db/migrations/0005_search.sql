-- What administrators search, beside the tables: every vote writes new versions of a member's and of an entry's row, and
-- an index on the words there would be written with each of them.
create table user_words (
  user_id uuid primary key references users (id) on delete cascade,
  words   text not null
);
create table submission_words (
  submission_id uuid primary key references submissions (id) on delete cascade,
  words         text not null
);

create function keep_user_words() returns trigger language plpgsql as $$
begin
  insert into user_words values (new.id, concat_ws(E'\n', new.display_name, new.email))
    on conflict (user_id) do update set words = excluded.words;
  return null;
end $$;
create trigger users_words_new after insert on users for each row execute function keep_user_words();
create trigger users_words after update of display_name, email on users for each row
  when ((old.display_name, old.email) is distinct from (new.display_name, new.email))
  execute function keep_user_words();

create function keep_submission_words() returns trigger language plpgsql as $$
begin
  insert into submission_words values (new.id, concat_ws(E'\n', new.title, new.description))
    on conflict (submission_id) do update set words = excluded.words;
  return null;
end $$;
create trigger submissions_words_new after insert on submissions for each row execute function keep_submission_words();
create trigger submissions_words after update of title, description on submissions for each row
  when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function keep_submission_words();

insert into user_words select id, concat_ws(E'\n', display_name, email) from users;
insert into submission_words select id, concat_ws(E'\n', title, description) from submissions;

create index user_words_found on user_words using gin (words gin_trgm_ops);
create index submission_words_found on submission_words using gin (words gin_trgm_ops);
create index challenges_title_found on challenges using gin (title gin_trgm_ops);

-- The administrators' lists by status.
create index submissions_by_status on submissions (status, submission_date desc, id desc);
