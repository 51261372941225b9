-- What a submission's image shows, for people who cannot see it --------------------------------------------------

alter table submissions add column image_alt text check (char_length(image_alt) between 1 and 250);

-- Reviewed like the other content: an edit is a new version.
drop trigger submissions_content on submissions;
create trigger submissions_content before update of
    title, description, image_id, image_alt, content_url, creation_process, ai_tools_used on submissions
  for each row when (
    (old.title, old.description, old.image_id, old.image_alt, old.content_url, old.creation_process, old.ai_tools_used)
    is distinct from
    (new.title, new.description, new.image_id, new.image_alt, new.content_url, new.creation_process, new.ai_tools_used))
  execute function keep_voted_content();
