-- Ids by words, always by the index: how rare a term is the planner can only guess, and a wrong guess reads the whole
-- table. A function with a setting of its own is planned under it, in one round trip.
create function users_found(pattern text, most integer) returns setof uuid
  language sql stable set enable_seqscan = off
  as $$ select user_id from user_words where words ilike pattern limit most $$;

create function submissions_found(pattern text, most integer) returns setof uuid
  language sql stable set enable_seqscan = off
  as $$ select submission_id from submission_words where words ilike pattern limit most $$;

create function challenges_found(pattern text, most integer) returns setof uuid
  language sql stable set enable_seqscan = off
  as $$ select id from challenges where title ilike pattern limit most $$;
