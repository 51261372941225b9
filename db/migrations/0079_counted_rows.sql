-- Counts are counts of rows, by an index, where the rows that are counted do not store them (decision 026). The tables of
-- counts go, with the triggers that kept them.

-- In the order in which commands lock them.
lock table challenges, submissions, votes, users, period_points in access exclusive mode;

-- With the triggers that call them.
drop function tally_rows(), tally_move(), tally_votes(), tally_approved(), tally_days(), tally_another_day(),
  tally_shown_days(), tally_counting(), tally_period(), member_tally_key(text, timestamptz) cascade;
drop table tallies, challenge_tallies, daily_tallies;

create index challenges_counted on challenges (status, type, kind);
-- For the votes of the last days. Votes are written in the order of their time, so an index of blocks is enough.
create index votes_by_time on votes using brin (created_at);
