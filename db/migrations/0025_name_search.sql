-- Names and titles as members search them: words of Latin letters without accents, digits, and other letters as octal
-- digits of their bytes, because pg_trgm may know only ASCII letters. Unlike searchable(), it keeps words apart. All of
-- it is cut, because a comparison takes the product of both lengths, and a letter such as U+FDFA is 18 in NFKD.
create function name_words(given text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(left(replace(replace(encode(convert_to(normalize(regexp_replace(
    replace(lower(left(normalize(left(given, 120), NFKD), 480)), '\', ' '), '[\u0300-\u036F]', '', 'g'),
    NFC), 'UTF8'), 'escape'), '\2', ''), '\3', 'x'), 300), '[^a-z0-9]+', ' ', 'g'))
$$;

-- How alike a term and a name are, 0 to 1. Few people mistake the first letter, so without a word that begins with it a
-- name must be more alike: 'number' is not meant by 'ember'.
create function name_likeness(term text, words text) returns real language sql immutable strict parallel safe as $$
  select case when ' ' || words like '% ' || left(term, 1) || '%' or word_similarity(term, words) >= 0.6
    then word_similarity(term, words) else 0 end
$$;

alter table user_words add column name text;
alter table submission_words add column title text;

create or replace function keep_user_words() returns trigger language plpgsql as $$
begin
  insert into user_words (user_id, words, name)
    values (new.id, searchable(concat_ws(E'\n', new.display_name, new.email)), name_words(new.display_name))
    on conflict (user_id) do update set words = excluded.words, name = excluded.name;
  return null;
end $$;

create or replace function keep_submission_words() returns trigger language plpgsql as $$
begin
  insert into submission_words (submission_id, words, title)
    values (new.id, searchable(concat_ws(E'\n', new.title, new.description)), name_words(new.title))
    on conflict (submission_id) do update set words = excluded.words, title = excluded.title;
  return null;
end $$;

update user_words w set name = name_words(u.display_name) from users u where u.id = w.user_id;
update submission_words w set title = name_words(s.title) from submissions s where s.id = w.submission_id;
alter table user_words alter column name set not null;
alter table submission_words alter column title set not null;

create index user_words_named on user_words using gin (name gin_trgm_ops);
create index submission_words_titled on submission_words using gin (title gin_trgm_ops);
create index challenges_titled on challenges using gin (name_words(title) gin_trgm_ops);

-- Ids whose name has a part like the term (its name_words), at most so many, always by the index (see 0005).
create function users_named(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select user_id, name_likeness(term, name) from user_words where term <% name limit most $$;

create function submissions_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select submission_id, name_likeness(term, title) from submission_words where term <% title limit most $$;

create function challenges_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select id, name_likeness(term, name_words(title)) from challenges where term <% name_words(title) limit most $$;
