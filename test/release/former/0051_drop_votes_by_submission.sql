-- Replaced in 0048. In a transaction of its own: the lock of a table that a withdrawal holds must not be raised.
drop index votes_by_submission;
