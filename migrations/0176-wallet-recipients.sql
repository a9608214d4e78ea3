-- Recipients of wallet tokens that are signed for a merchant, not for the gateway.
alter table merchants add column if not exists wallet_recipients text[] not null default '{}';

-- Each belongs to one merchant. `merchants.wallet_recipients` has the same; the primary key here rejects a second merchant.
create table if not exists wallet_recipients (
  recipient_id text primary key,
  merchant_id text not null references merchants,
  created_at timestamptz(3) not null default now()
);
create index if not exists wallet_recipients_of_merchant on wallet_recipients (merchant_id);

-- A recipient can move to another merchant, but a token that is used stays used. Wallets never repeat a message ID.
delete from wallet_messages using wallet_messages as other
where wallet_messages.message_id = other.message_id and wallet_messages.merchant_id > other.merchant_id;
create unique index if not exists wallet_messages_once on wallet_messages (message_id);
