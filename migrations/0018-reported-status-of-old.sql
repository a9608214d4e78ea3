-- Authentications that are over, which nobody changes any more: however many there are, nothing waits for this.

update authentications set reported_status = brought_status
where brought_status is not null and reported_status is null;
