-- What the author asked the tools for --------------------------------------------------------------------------

alter table submissions add column prompt text check (char_length(prompt) between 1 and 2000);

-- As typed, within the raw limit of the form. Earlier versions save drafts without it.
alter table submission_drafts add column prompt text not null default '' check (char_length(prompt) <= 6000);

-- Reviewed like the other content: an edit is a new version.
drop trigger submissions_content on submissions;
create trigger submissions_content before update of
    title, description, image_id, image_alt, content_url, creation_process, prompt, ai_tools_used on submissions
  for each row when (
    (old.title, old.description, old.image_id, old.image_alt, old.content_url, old.creation_process, old.prompt,
      old.ai_tools_used)
    is distinct from
    (new.title, new.description, new.image_id, new.image_alt, new.content_url, new.creation_process, new.prompt,
      new.ai_tools_used))
  execute function keep_voted_content();
