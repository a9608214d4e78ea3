-- The double-entry ledger: what every approved transaction means in money, written in the commit that approves it.

create table ledger_entries (
  merchant_id text not null,
  -- The transaction whose journal this entry belongs to.
  transaction_id text not null,
  -- Its place in the journal.
  line smallint not null,
  -- Every entry debits one account and credits another by the same amount, so no journal can be out of balance. The
  -- accounts are those of this merchant, in this currency and with this provider account.
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  provider_account_id text not null,
  -- When the transaction became final, on the database's clock; its day in UTC is the day it is settled in.
  posted_at timestamptz not null,
  primary key (merchant_id, transaction_id, line),
  check (debit <> credit)
);
create index ledger_entries_posted on ledger_entries (merchant_id, posted_at, transaction_id);

create trigger ledger_entries_are_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_stay before truncate on ledger_entries
  for each statement execute function refuse_change();

-- What the gateway took for it; fixed with its approval, by the terms its provider account had then.
alter table transactions add column fee_amount bigint check (fee_amount >= 0);

-- What was approved before there was a ledger, free of charge.
insert into ledger_entries
select merchant_id, id, 1,
  case transaction_type when 'AUTHORIZE' then 'authorization-holds' else 'provider-clearing' end,
  case transaction_type when 'AUTHORIZE' then 'authorization-holds-contra' else 'merchant-payable' end,
  amount, currency, processing_result ->> 'paymentProviderAccountId', updated_at
from transactions
where status = 'APPROVED' and transaction_type in ('AUTHORIZE', 'PURCHASE');
