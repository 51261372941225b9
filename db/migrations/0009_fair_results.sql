-- Ties are decided by the last change of content ------------------------------------------------------------

alter table submissions
  add column content_changed_at timestamptz,
  -- The source of the +25 in force, where it is not the id: a rejected submission that is edited is paid again.
  add column reward_source_id   uuid;

-- Moderation sets updated_at as well. Results that stand were decided by the date of submission.
update submissions s set content_changed_at = case
    when exists (select from completions k where k.challenge_id = s.challenge_id and k.revoked_at is null)
      or s.updated_at <= s.moderation_date + interval '1 second'
    then s.submission_date else greatest(s.submission_date, s.updated_at) end;
alter table submissions alter column content_changed_at set not null;

create function set_content_date() returns trigger language plpgsql as $$
begin
  new.content_changed_at := coalesce(new.content_changed_at, new.submission_date);
  return new;
end $$;
create trigger submissions_content_date before insert on submissions for each row execute function set_content_date();

-- A submission with votes keeps its content until its challenge is finished. The content of a deleted account is
-- removed after that, which changes no result.
create function keep_voted_content() returns trigger language plpgsql as $$
begin
  if exists (select from challenges c where c.id = new.challenge_id and c.status in ('completed', 'canceled')) then
    return new;
  end if;
  if old.votes > 0 then
    raise exception 'submission % has votes, so its content cannot change', old.id using errcode = 'check_violation';
  end if;
  new.content_changed_at := dojo_now();
  return new;
end $$;
create trigger submissions_content before update of
    title, description, image_id, content_url, creation_process, ai_tools_used on submissions
  for each row when (
    (old.title, old.description, old.image_id, old.content_url, old.creation_process, old.ai_tools_used)
    is distinct from
    (new.title, new.description, new.image_id, new.content_url, new.creation_process, new.ai_tools_used))
  execute function keep_voted_content();

drop index submissions_standings;
create index submissions_standings on submissions (challenge_id, votes desc, content_changed_at, id);

-- Which submissions could win -------------------------------------------------------------------------------

-- The policy in force when the votes were counted. Earlier completions did not record it: where a pending submission
-- is ahead of the winner, only approved ones counted. The default is for processes of the previous release, which may
-- complete challenges while this one starts.
alter table completions
  add column moderation text not null default 'after' check (moderation in ('after', 'before'));
update completions k set moderation = case when exists (
    select from submissions s left join submissions w on w.id = k.submission_id
    where s.challenge_id = k.challenge_id and s.status = 'pending' and s.votes > 0 and (w.id is null
      or (-s.votes, s.submission_date, s.id) < (-w.votes, w.submission_date, w.id)))
  then 'before' else 'after' end;
