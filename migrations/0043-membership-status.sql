-- A member whose access ended stays in the list of the team, and in the audit log.
alter table memberships add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED'));
