-- Finds the submissions that were made with a tool. Spellings that differ only in case are one tool.
create function lower_all(texts text[]) returns text[] language sql immutable parallel safe as $$
  select array_agg(lower(one)) from unnest(texts) one
$$;
create index submissions_by_tool on submissions using gin (lower_all(ai_tools_used));
