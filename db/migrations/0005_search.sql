-- A text as trigrams can tell it apart: letters small, every other sign as digits, those beyond ASCII as their bytes.
-- pg_trgm looks at letters and digits only, one word at a time, and in the C ctype of our own cluster at ASCII only; of
-- this it sees every sign, and which words stand side by side. Part of a text has part of its form.
create function searchable(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(encode(convert_to(lower(given), 'UTF8'), 'escape'), '[^a-z0-9]', '0', 'g')
$$;

-- What administrators search, in that form and beside the tables: every vote writes new versions of a member's and of an entry's row, and
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
  insert into user_words values (new.id, searchable(concat_ws(E'\n', new.display_name, new.email)))
    on conflict (user_id) do update set words = excluded.words;
  return null;
end $$;
create trigger users_words_new after insert on users for each row execute function keep_user_words();
create trigger users_words after update of display_name, email on users for each row
  when ((old.display_name, old.email) is distinct from (new.display_name, new.email))
  execute function keep_user_words();

create function keep_submission_words() returns trigger language plpgsql as $$
begin
  insert into submission_words values (new.id, searchable(concat_ws(E'\n', new.title, new.description)))
    on conflict (submission_id) do update set words = excluded.words;
  return null;
end $$;
create trigger submissions_words_new after insert on submissions for each row execute function keep_submission_words();
create trigger submissions_words after update of title, description on submissions for each row
  when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function keep_submission_words();

insert into user_words select id, searchable(concat_ws(E'\n', display_name, email)) from users;
insert into submission_words select id, searchable(concat_ws(E'\n', title, description)) from submissions;

create index user_words_found on user_words using gin (words gin_trgm_ops);
create index submission_words_found on submission_words using gin (words gin_trgm_ops);
create index challenges_title_found on challenges using gin (searchable(title) gin_trgm_ops);

-- Ids that a term may be part of, always by the index: how rare a term is the planner can only guess, and a wrong guess
-- reads the whole table. Nor with helpers: calling them takes as long as the search. A function with settings of its own is
-- planned under them, in one round trip.
create function users_found(term text, most integer) returns setof uuid
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$ select user_id from user_words where words like '%' || searchable(term) || '%' limit most $$;

create function submissions_found(term text, most integer) returns setof uuid
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$ select submission_id from submission_words where words like '%' || searchable(term) || '%' limit most $$;

create function challenges_found(term text, most integer) returns setof uuid
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$ select id from challenges where searchable(title) like '%' || searchable(term) || '%' limit most $$;

-- The administrators' lists by status.
create index submissions_by_status on submissions (status, submission_date desc, id desc);
