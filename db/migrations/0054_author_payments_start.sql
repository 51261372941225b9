-- Where the payment of authors begins. Databases that were started before 0.10.7 was released have these defaults.
alter table author_payments
  alter author_id set default '00000000-0000-0000-0000-000000000000',
  alter voter_id set default '00000000-0000-0000-0000-000000000000';
