-- Terms of one or two letters, such as 'AI', also find texts that have them as a word.

create or replace function search_likeness(term text, form text, title text, words text) returns real
  language sql immutable parallel safe as $$
  select case
    when strpos(title, term) > 0 and has_trigram(term) then greatest(word_similarity(term, left(title, 300)), 0.6::real)
    when (' ' || title like '% ' || left(term, 1) || '%' or word_similarity(term, left(title, 300)) >= 0.6)
        and word_similarity(term, left(title, 300)) >= case when term ~ '[A-Z]' then 0.8 else 0.45 end
      then word_similarity(term, left(title, 300))
    when strpos(words, form) > 0 and (has_trigram(form) or strict_word_similarity(form, words) = 1) then 0.3
    else 0 end
$$;

create or replace function submissions_titled(
  term text, form text, statuses text[], hidden boolean, most integer) returns setof uuid
  language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  set pg_trgm.strict_word_similarity_threshold = 1
  as $$
    select submission_id from submission_words cross join lateral (
      select from submissions s where s.id = submission_id and s.status = any(statuses) and (hidden or not s.is_hidden)
      offset 0) shown
    where term <% title or title like search_pattern(term) or words like search_pattern(form)
      or case when not has_trigram(form) and form ~ '[a-z0-9]' then form end <<% words limit most
  $$;
