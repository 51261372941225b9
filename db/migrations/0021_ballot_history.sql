-- What the page of results says of a ballot, and who was a member when it began -----------------------------

alter table challenges
  -- When voting first opened. An extension does not change it.
  add column first_ballot_at timestamptz,
  -- When voting was open with counts that everyone could see. It stays when they are hidden again.
  add column votes_shown_at timestamptz;

create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes', 'last_ballot_at', 'held_at',
    'first_ballot_at', 'votes_shown_at'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace function note_ballot() returns trigger language plpgsql as $$
begin
  new.last_ballot_at := app_now();
  new.first_ballot_at := coalesce(new.first_ballot_at, new.last_ballot_at);
  return new;
end $$;

create function note_shown_votes() returns trigger language plpgsql as $$
begin
  new.votes_shown_at := app_now();
  return new;
end $$;
create trigger challenges_shown_votes before update of status, show_votes on challenges for each row
  when (new.status = 'voting' and new.show_votes and new.votes_shown_at is null) execute function note_shown_votes();

update challenges c set
  first_ballot_at = least(last_ballot_at, (select min(k.completed_at) from completions k where k.challenge_id = c.id)),
  votes_shown_at = case when show_votes then last_ballot_at end
where last_ballot_at is not null;

-- A voided vote stays when its submission is deleted: its voter has no other vote in the challenge.
alter table voided_votes
  alter column submission_id drop not null,
  drop constraint voided_votes_submission_id_fkey,
  add constraint voided_votes_challenge_id_fkey foreign key (challenge_id) references challenges (id) on delete cascade,
  add constraint voided_votes_submission_id_fkey foreign key (submission_id) references submissions (id) on delete set null;
