-- The command that completes a challenge, or removes or restores votes of it later, makes its certificate. What certificates
-- hold is the same.
drop trigger completions_certificate on completions;
drop trigger certificates_voided on certificates;
drop function certify_completion(), certify_voided(), certify(uuid), ballots_of(uuid), salted(bytea, text);
