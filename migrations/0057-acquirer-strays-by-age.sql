-- What is deleted when it is old.
create index acquirer_strays_received on acquirer_strays (received_at);
