-- dojo_now() becomes app_now(). Column defaults refer to the function by its id, so they follow the rename; function
-- bodies hold the name as text.
alter function dojo_now() rename to app_now;

-- The clock of all rules: the database time, or the time set for the transaction with set_config('app.now', ..., true).
-- Only demo data and tests set it.
create or replace function app_now() returns timestamptz
  language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()) $$;

-- Processes of the previous release call this name while an upgrade runs.
create function dojo_now() returns timestamptz
  language sql stable parallel safe
  as $$ select app_now() $$;

create or replace function keep_voted_content() returns trigger language plpgsql as $$
begin
  if exists (select from challenges c where c.id = new.challenge_id and c.status in ('completed', 'canceled')) then
    return new;
  end if;
  if old.votes > 0 then
    raise exception 'submission % has votes, so its content cannot change', old.id using errcode = 'check_violation';
  end if;
  new.content_changed_at := app_now();
  return new;
end $$;
