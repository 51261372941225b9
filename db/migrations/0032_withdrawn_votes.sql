-- The votes that the member withdrew, by the id that the ledger has as their source. Others were removed by someone else.
alter table vote_withdrawals add column vote_ids uuid[] not null default '{}';
