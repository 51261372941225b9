-- The address that the mail server does not know. No mail is sent to it until the sign-in provider names another.
alter table identities add column refused_email text;
