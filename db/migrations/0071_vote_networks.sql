-- The network of a vote, as a keyed hash, until 30 days after its challenge has ended. Of votes cast before, it is known
-- where the member had one network only. Networks of sign-ins are no longer kept.
alter table votes add column network bytea check (length(network) = 16);
update votes v set network = n.network
from (
  select user_id, (array_agg(network))[1] as network from member_networks group by user_id having count(*) = 1
) n
where n.user_id = v.user_id and v.challenge_id in (
  select id from challenges
  where status not in ('completed', 'canceled') or completed_at > app_now() - interval '30 days');
create index votes_with_network on votes (challenge_id) where network is not null;
drop table member_networks;
