-- Addresses that the provider does not mark, to which the operator lets mails be sent (OIDC_EMAIL_TRUSTED).
alter table identities add column email_trusted boolean not null default false;
