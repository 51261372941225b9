-- The deletion of an account finds what the audit log says about the member while it holds challenges, so it must not
-- read the whole log.
create index audit_log_by_author on audit_log ((before ->> 'author_id')) where (before ->> 'author_id') is not null;
create index audit_log_by_author_name on audit_log ((before ->> 'author'))
  where subject_type = 'submission' and (before ->> 'author_id') is null;
create index audit_log_by_former_winner on audit_log ((before ->> 'winner_id')) where (before ->> 'winner_id') is not null;
create index audit_log_by_winner on audit_log ((after ->> 'winner_id')) where (after ->> 'winner_id') is not null;
create index completions_by_winner on completions (winner_id) where winner_id is not null;
