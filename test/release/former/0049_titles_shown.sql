-- The words of titles, with what decides whether search shows them to everybody. Submissions that the viewer may not see
-- took the places of others among the candidates, and told so which words their titles have.
create table submission_titles (
  submission_id uuid primary key references submissions (id) on delete cascade,
  words         text not null,
  status        text not null,
  is_hidden     boolean not null
);
insert into submission_titles
  select s.id, w.title, s.status, s.is_hidden from submissions s join submission_words w on w.submission_id = s.id;

create function keep_submission_title() returns trigger language plpgsql as $$
begin
  insert into submission_titles values (new.id, name_words(new.title), new.status, new.is_hidden)
    on conflict (submission_id) do update
    set words = excluded.words, status = excluded.status, is_hidden = excluded.is_hidden;
  return null;
end $$;
create trigger submissions_title_new after insert on submissions for each row execute function keep_submission_title();
create trigger submissions_title_kept after update of title, status, is_hidden on submissions for each row
  when ((old.title, old.status, old.is_hidden) is distinct from (new.title, new.status, new.is_hidden))
  execute function keep_submission_title();

create index submission_titles_approved on submission_titles using gin (words gin_trgm_ops)
  where not is_hidden and status = 'approved';
create index submission_titles_pending on submission_titles using gin (words gin_trgm_ops)
  where not is_hidden and status = 'pending';
create index submission_titles_hidden on submission_titles using gin (words gin_trgm_ops)
  where is_hidden and status <> 'rejected';

-- As submissions_titled, each among the submissions of one index.
create function approved_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select submission_id, name_likeness(term, words) from submission_titles
    where term <% words and not is_hidden and status = 'approved' limit most $$;
create function pending_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select submission_id, name_likeness(term, words) from submission_titles
    where term <% words and not is_hidden and status = 'pending' limit most $$;
create function hidden_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select submission_id, name_likeness(term, words) from submission_titles
    where term <% words and is_hidden and status <> 'rejected' limit most $$;

-- For processes of 0.10.5, which know one function for all and read submission_words.title. It can go after them.
drop index submission_words_titled;
create or replace function submissions_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable
  as $$ (select * from approved_titled(term, most) union all select * from pending_titled(term, most)) limit most $$;

-- As challenges_titled, without drafts, which administrators see.
create function public_challenges_titled(term text, most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0
  set pg_trgm.word_similarity_threshold = 0.45
  as $$ select id, name_likeness(term, name_words(title)) from challenges
    where term <% name_words(title) and status <> 'draft' limit most $$;
