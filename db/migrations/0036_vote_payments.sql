-- Challenges whose votes have become visible and are too many to be paid in one transaction, which would hold the rows
-- of all their members. The schedule pays them, some members at a time.
create table vote_payments (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  -- Names this payment: the votes may be hidden and shown again before it ends.
  id           uuid not null unique default gen_random_uuid()
);
