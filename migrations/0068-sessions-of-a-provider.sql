-- What a sign-in at a foreign identity provider is called there, so that it ends here when it ends there.
alter table dashboard_sessions
  -- `sid` of the ID token; null where there is none, and for sign-ins at the built-in provider.
  add column provider_session text,
  -- The ID token, with which a sign-out names the sign-in to the provider; encrypted under the cookie's value.
  add column id_token bytea;
create index dashboard_sessions_of_provider on dashboard_sessions (provider_session)
  where provider_session is not null;
