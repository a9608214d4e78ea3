-- Creates the role of the gateway, which owns no table (docs/operate/install.md#two-roles-in-your-database). May be repeated.
\getenv password GATEWAY_PASSWORD
select 'create role tollgate_gateway login' where to_regrole('tollgate_gateway') is null \gexec
alter role tollgate_gateway password :'password';
alter default privileges grant usage on schemas to tollgate_gateway;
alter default privileges grant select, insert, update, delete on tables to tollgate_gateway;
select format('grant usage on schema %1$I to tollgate_gateway', nspname),
  format('grant select, insert, update, delete on all tables in schema %1$I to tollgate_gateway', nspname)
from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' \gexec
