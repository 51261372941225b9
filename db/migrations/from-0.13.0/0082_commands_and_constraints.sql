-- What triggers did that commands do now, in their own statements: they record when votes are taken and shown, the points of
-- periods, and the end of reports. Constraints hold the rest. Triggers remain where the database refuses a change, wakes the
-- schedule, keeps the words of searches, or counts the versions of a challenge.

-- In the order in which commands lock them.
lock table challenges, submissions, reports, users, points_log, period_points in access exclusive mode;

-- With the triggers that call them.
drop function note_ballot(), note_shown_votes(), hide_submissions_again(), copy_first_hidden(), take_after_challenge(),
  copy_joined_date(), record_deleted_report(), add_period_points() cascade;
-- The name of app_now for processes of 0.2.0.
drop function copy_hidden(uuid, integer), dojo_now();

-- Entries that were shown after one deadline are hidden again until a later one.
alter table challenges
  drop constraint challenges_copied,
  drop column hides_submissions,
  add column hides_submissions boolean not null generated always as (
    not show_submissions and coalesce(submissions_shown_at < deadline, true) and status in ('draft', 'upcoming', 'active')
  ) stored;
alter table challenges add constraint challenges_copied unique (id, hides_votes, hides_submissions);

-- Lists find submissions by what their challenge hides. An entry costs about a tenth of a millisecond when that changes.
update submissions s set votes_hidden = c.hides_votes, is_hidden = c.hides_submissions
  from challenges c where c.id = s.challenge_id and (s.votes_hidden, s.is_hidden) <> (c.hides_votes, c.hides_submissions);
drop table copies_due;
alter table submissions add constraint submissions_hidden_fkey foreign key (challenge_id, votes_hidden, is_hidden)
  references challenges (id, hides_votes, hides_submissions) on update cascade;

-- Members are told what became of their reports, so these are deleted before what they are about.
alter table reports
  drop constraint reports_submission_id_fkey,
  drop constraint reports_comment_id_fkey,
  add constraint reports_submission_id_fkey foreign key (submission_id) references submissions (id),
  add constraint reports_comment_id_fkey foreign key (comment_id) references comments (id);

-- One trigger for each table of words, which writes nothing for a text that is saved unchanged.
create or replace function keep_words() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    delete from user_words where user_id = new.id and new.deleted_at is not null;
    insert into user_words as kept select * from words_of(new)
      on conflict (user_id) do update set words = excluded.words, title = excluded.title
      where (kept.words, kept.title) <> (excluded.words, excluded.title);
  elsif tg_table_name = 'challenges' then
    insert into challenge_words as kept select * from words_of(new)
      on conflict (challenge_id) do update set words = excluded.words, title = excluded.title
      where (kept.words, kept.title) <> (excluded.words, excluded.title);
  else
    insert into submission_words as kept select * from words_of(new)
      on conflict (submission_id) do update set words = excluded.words, title = excluded.title
      where (kept.words, kept.title) <> (excluded.words, excluded.title);
  end if;
  return null;
end $$;
drop trigger users_words_new on users;
drop trigger users_words on users;
drop trigger challenges_words_new on challenges;
drop trigger challenges_words on challenges;
drop trigger submissions_words_new on submissions;
drop trigger submissions_words on submissions;
create trigger users_words after insert or update of display_name, email, deleted_at on users
  for each row execute function keep_words();
create trigger challenges_words after insert or update of title on challenges
  for each row execute function keep_words();
create trigger submissions_words after insert or update of title, description, prompt, ai_tools_used on submissions
  for each row execute function keep_words();
