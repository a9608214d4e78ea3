-- When the simulated bank's page was shown.
alter table simulator.authentications add column if not exists shown_at timestamptz;
-- True if a challenge was completed although the bank's page was never shown, which only simulators allow.
alter table authentications add column if not exists challenge_unopened boolean;
