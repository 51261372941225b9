-- Not used since 0042, by processes of 0.10.5 neither.
alter table submission_views drop column passed;
