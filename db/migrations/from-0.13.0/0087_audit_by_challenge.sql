-- The challenge that an action is about, so that its page lists them; without a reference, as it outlives the challenge.
alter table audit_log add column challenge_id uuid;

update audit_log a set challenge_id = a.subject_id
where a.subject_type = 'challenge' and a.action <> 'challenge_defaults_changed';
update audit_log a set challenge_id = s.challenge_id
from submissions s where a.subject_type = 'submission' and s.id = a.subject_id;
update audit_log a set challenge_id = n.challenge_id
from announcements n where a.action in ('announcement_sent', 'announcement_withdrawn') and n.id = a.subject_id;
-- Submissions that were deleted since are found by their points.
update audit_log a set challenge_id = l.challenge_id
from points_log l
where a.challenge_id is null and a.subject_type = 'submission' and l.source_id = a.subject_id
  and l.reason = 'challenge_submission' and l.challenge_id is not null;

create index audit_log_by_challenge on audit_log (challenge_id, created_at desc, id desc) where challenge_id is not null;

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only
  before update of id, admin_name, action, subject_id, subject_name, before, after, created_at, challenge_id or delete
  on audit_log for each row execute function keep_audit_log();
