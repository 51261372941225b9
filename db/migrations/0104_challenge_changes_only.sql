-- They served processes of 0.16.0.
drop view moved_dates;
drop view challenge_steps;
