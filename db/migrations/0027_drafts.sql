-- Submissions that are not submitted yet --------------------------------------------------------------------

-- Texts as they were typed, within the raw limits of the form. Without a foreign key to the challenge, whose lock would
-- delay its transitions.
create table submission_drafts (
  challenge_id     uuid not null,
  user_id          uuid not null references users (id),
  title            text not null check (char_length(title) <= 200),
  description      text not null check (char_length(description) <= 6000),
  creation_process text not null check (char_length(creation_process) <= 6000),
  ai_tools         text not null check (char_length(ai_tools) <= 1000),
  content_url      text not null check (char_length(content_url) <= 4000),
  image_alt        text not null check (char_length(image_alt) <= 1000),
  image_id         uuid references images (id),
  -- The page that saved it last, and this save: one device does not overwrite what another one saved.
  editor           uuid not null,
  revision         uuid not null default gen_random_uuid(),
  updated_at       timestamptz not null default app_now(),
  primary key (challenge_id, user_id)
);
create index submission_drafts_by_member on submission_drafts (user_id, updated_at desc);
create index submission_drafts_by_image on submission_drafts (image_id) where image_id is not null;
create index submission_drafts_by_age on submission_drafts (updated_at);
