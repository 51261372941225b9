-- What a rejection took: the points for taking part, which its undo pays again, and how many votes.
alter table submissions add column participation_taken integer not null default 0 check (participation_taken >= 0),
  add column votes_taken integer not null default 0 check (votes_taken >= 0),
  add check (status = 'rejected' or (participation_taken, votes_taken) = (0, 0));
