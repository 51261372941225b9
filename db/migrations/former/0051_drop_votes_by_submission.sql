-- Before 0.10.7 was released, 0048 to 0051 had another form: with the same result, but for columns of author_payments.
alter table author_payments alter author_id drop not null, alter voter_id drop not null;
delete from schema_migrations where name = '0051_drop_votes_by_submission.sql';
insert into schema_migrations (name, checksum) values
  ('0051_hide_rank_of_deleted.sql', '92c8d4ba559e79108c227ee90d4592357848aec97706d81d60dd21f0890160bf');
update schema_migrations journal set checksum = released.checksum
  from (values
    ('0048_author_payments.sql',
      'ec34043c144688ae69374a77557a6805655c1a6888edea1fb6a5515d4646b631',
      '46553c79d7dc336a24ec6314063ea14bb02573ad243bd919aad1ba74298e58ac'),
    ('0049_titles_shown.sql',
      'c02f1694a32cb0b87427ff69518ba5c6ac9268cbbc2a6b326f081d62f1864e47',
      '056d3d3a32bb9b8f6d7c26bbbe27919e208ee69503aa2043ec8eac5849a7d0df'),
    ('0050_rank_of_deleted.sql',
      '92c8d4ba559e79108c227ee90d4592357848aec97706d81d60dd21f0890160bf',
      '658082853553ef120e9a31ae2e99ca39ce40726689fd8615b05eba06536bdd96')
  ) released (name, former, checksum)
  where journal.name = released.name and journal.checksum = released.former;
