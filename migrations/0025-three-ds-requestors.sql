-- What a 3-D Secure server tells the issuer of the shop: registered with the acquirer, and the same for every payment.

alter table terminals add column three_ds jsonb;
