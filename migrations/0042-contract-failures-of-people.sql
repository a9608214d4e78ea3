-- Failures are counted in sign_in_failures, for known and unknown e-mails alike.
alter table people drop column failures, drop column locked_until;
