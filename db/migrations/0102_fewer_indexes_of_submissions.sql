-- No list is sorted by these any more. A vote changes its submission, and with it an entry in each of its indexes.
drop index submissions_by_title;
drop index submissions_by_votes;
