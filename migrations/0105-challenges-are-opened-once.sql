-- Where our address of a challenge passed a browser on to the bank's page: in a frame once, then on a full page once, or there at once.
alter table authentications add column challenge_opened_in text check (challenge_opened_in in ('frame', 'page'));
