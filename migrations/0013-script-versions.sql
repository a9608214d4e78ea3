-- Every version of the embedded fields that a shop may have pinned by its digest, so that an upgrade breaks none of them.

create table script_versions (
  version text primary key,
  content text not null,
  created_at timestamptz(3) not null default now()
);
