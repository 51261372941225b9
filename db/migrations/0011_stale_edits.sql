-- A change of any column makes an open challenge form stale, so a new field is covered without a list of fields.
-- Ignored are columns that the application writes by itself, and generated ones, which a trigger sees as null.
create or replace function count_version() returns trigger language plpgsql as $$
declare
  ignored constant text[] := array[
    'id', 'version', 'created_by', 'created_at', 'updated_at', 'activated_at', 'voting_opened_at', 'completed_at',
    'voting_ends_at', 'participant_count', 'point_value', 'winner_id', 'winner_name', 'winner_submission_id',
    'winner_votes', 'image_url', 'is_active', 'is_voting_open', 'hides_votes'];
begin
  if to_jsonb(new) - ignored is distinct from to_jsonb(old) - ignored then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace trigger challenges_version before update on challenges
  for each row execute function count_version();
