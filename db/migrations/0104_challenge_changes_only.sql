-- Served processes of 0.16.0.
drop view moved_dates;
drop view challenge_steps;

-- Such a process also wrote each date that the step beside it already says.
delete from challenge_changes m
where m.what in ('start', 'deadline', 'voting_start', 'voting_end') and (m.moved_to > m.changed_at) is not true
  and exists (
    select from challenge_changes s
    where s.challenge_id = m.challenge_id and s.what not in ('start', 'deadline', 'voting_start', 'voting_end')
      and s.changed_at between m.changed_at and m.changed_at + interval '5 seconds');
