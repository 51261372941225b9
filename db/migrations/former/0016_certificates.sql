-- A development version of 0.8.0 had 0016 without this trigger.
create or replace function certify_completion() returns trigger language plpgsql as $$
begin
  perform certify(new.id);
  return null;
end $$;
create or replace trigger completions_certificate after insert on completions
  for each row execute function certify_completion();
update schema_migrations set checksum = '7fc11b5b9d40ee8907f08aa75c12eea47c15ce30257ced72422405b3dfa145d2'
  where name = '0016_certificates.sql'
    and checksum = '98e11e87f6008404a054db3faf3dc3b4afec173123f6d935109fb1aaf5bf5829';
