-- Of a term of one or two letters only [a-z0-9] are letters of its word: 'ai' stands in 'AIで作った絵', whose other letters are
-- capital letters in the form. And a text is looked through once, however long it is.

-- The words of one or two letters, in which trigrams do not help.
create function short_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct word from string_to_table(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'), ' ') word
    where length(word) between 1 and 2)
$$;

create index submission_words_short on submission_words using gin (short_words(words));

-- The pattern of texts that have a form without a trigram as a word; null for others and for signs only.
create function word_pattern(form text) returns text language sql immutable strict parallel safe as $$
  select case when form ~ '[a-z0-9]' and not has_trigram(form) then
    case when form ~ '^[a-z0-9]' then '(^|[^a-z0-9])' else '' end || regexp_replace(form, '([^a-z0-9 ])', '\\\1', 'g') ||
    case when form ~ '[a-z0-9]$' then '($|[^a-z0-9])' else '' end end
$$;

drop function search_likeness(text, text, text, text);

-- How alike a term and a name are, 0 to 1. Few people mistake the first letter, so without a word that begins with it a name
-- must be more alike: 'number' is not meant by 'ember'. Letters beyond ASCII are compared by their bytes, of which many
-- are alike.
create function title_likeness(term text, title text) returns real language sql immutable parallel safe as $$
  select case
    when strpos(title, term) > 0 and has_trigram(term) then greatest(word_similarity(term, title), 0.6::real)
    when (' ' || title like '% ' || left(term, 1) || '%' or word_similarity(term, title) >= 0.6)
        and word_similarity(term, title) >= case when term ~ '[A-Z]' then 0.8 else 0.45 end
      then word_similarity(term, title)
    else 0 end
$$;

-- The same by title and words. The signs of a short term count, as in 'c++': the first line of the words is the form of
-- the name. Last are names that do not have the term, with a text that does, if texts are searched.
create function search_likeness(term text, form text, title text, words text, texts boolean) returns real
  language sql immutable parallel safe as $$
  select greatest(0::real,
    case when has_trigram(form) or form = term or strpos(split_part(words, E'\n', 1), form) > 0
      then title_likeness(term, left(title, 300)) end,
    case when texts and strpos(words, form) > 0 and (has_trigram(form) or words ~ word_pattern(form)) then 0.3 end)
$$;

create or replace function submissions_titled(
  term text, form text, statuses text[], hidden boolean, most integer) returns setof uuid
  language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$
    select submission_id from submission_words cross join lateral (
      select from submissions s where s.id = submission_id and s.status = any(statuses) and (hidden or not s.is_hidden)
      offset 0) shown
    where term <% title or title like search_pattern(term) or words like search_pattern(form)
      or short_words(words) @> case when word_pattern(form) is not null then short_words(form) end
        -- 'is true' keeps the planner from the trigrams of the pattern, which most texts have.
        and (strpos(words, form) > 0 and words ~ word_pattern(form)) is true limit most
  $$;
