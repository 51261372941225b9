-- A voided vote follows its voter into a new account --------------------------------------------------------

-- Keyed hashes of the sign-ins of deleted accounts with a voided vote in a challenge that still runs.
create table barred_identities (
  identity     bytea not null check (length(identity) = 16),
  challenge_id uuid not null,
  user_id      uuid not null,
  primary key (identity, challenge_id),
  foreign key (challenge_id, user_id) references voided_votes (challenge_id, user_id) on update cascade on delete cascade
);
create index barred_identities_by_vote on barred_identities (challenge_id, user_id);
