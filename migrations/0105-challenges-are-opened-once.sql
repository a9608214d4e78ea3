-- Records where our page of a challenge was opened: once in a frame, then once on a full page, or on a full page from the start.
alter table authentications add column challenge_opened_in text check (challenge_opened_in in ('frame', 'page'));
