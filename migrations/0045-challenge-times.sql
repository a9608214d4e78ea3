-- When the shopper was sent to the bank; null for authentications without a challenge and for those from before.
alter table authentications add column challenged_at timestamptz(3);
