-- One row per member and challenge, whether it counts, was voided, or was set aside by a rejection: a vote takes the place of
-- one that was set aside.
lock table votes in access exclusive mode;
-- What an undo would not bring back: the voter has another vote since.
delete from votes v using votes other
  where not v.counts and v.voided_batch_id is null
    and other.challenge_id = v.challenge_id and other.user_id = v.user_id and other.id <> v.id
    and (other.counts or other.voided_batch_id is not null or (other.created_at, other.id) > (v.created_at, v.id));
drop index one_vote_per_challenge;
alter table votes add constraint one_vote_per_challenge unique (challenge_id, user_id);
