import { approved, type Plant } from './plant.ts'

/** Bugs in charges, against the ledgers. */
export const MONEY_PLANTS: readonly Plant[] = [
  {
    bug: 'a provider is asked again under a new attempt id',
    breaks: 'nothing is charged twice',
    ledgers: (sql, merchantId) => sql`
      insert into simulator.charges
      select (json_populate_record(charge, json_build_object('attempt_id', charge.attempt_id || '-again'))).*
      from simulator.charges charge
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})
        and state = 'CHARGED'`,
  },
  {
    bug: 'a refund under one key is carried out by two processes',
    breaks: 'nothing is executed twice',
    ledgers: (sql, merchantId) => sql`
      insert into transactions
      select (json_populate_record(own, json_build_object('id', own.id || '-again'))).*
      from transactions own
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'REFUND')})`,
  },
  {
    bug: 'the provider took a charge back that the gateway still calls approved',
    breaks: 'the providers charged what the gateway approved, and nothing else',
    ledgers: (sql, merchantId) => sql`
      update simulator.charges set state = 'REVERSED'
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'the provider charged another amount',
    breaks: 'the providers charged what the gateway approved, and nothing else',
    ledgers: (sql, merchantId) => sql`
      update simulator.charges set amount = amount + 1
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'the provider is asked before the attempt is recorded, and the process dies',
    breaks: 'the intent is recorded before the provider hears of it',
    ledgers: (sql, merchantId) => sql`
      delete from attempts
      where merchant_id = ${merchantId} and transaction_id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a time-out counts as a decline, and the next provider is asked',
    breaks: 'an unknown outcome never goes to another provider',
    ledgers: (sql, merchantId) => sql`
      update simulator.charges set state = 'CHARGED' where attempt_id in (
        select earlier.attempt_id from attempts earlier join attempts later using (merchant_id, transaction_id)
        where merchant_id = ${merchantId} and earlier.number = 1 and later.number = 2
        order by 1 limit 1)`,
  },
  {
    bug: 'parallel refunds are summed up before they are inserted',
    breaks: 'no sum exceeds its bound',
    ledgers: (sql, merchantId) => sql`
      update transactions set amount = 9000000, normalized_amount = 9000000
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'REFUND')})`,
  },
  {
    bug: 'an amount goes through a floating-point number',
    breaks: 'amounts arrive as they were sent',
    ledgers: (sql, merchantId) => sql`
      update transactions set amount = amount + 1, captured_amount = captured_amount + 1
      where merchant_id = ${merchantId} and id in (${approved(sql, merchantId, 'PURCHASE')})`,
  },
  {
    bug: 'a wallet that was left for a card is not reversed, and is paid in its tab',
    breaks: 'a session is paid once',
    ledgers: (sql, merchantId) => sql`
      with paid as (
        select own from transactions own
        where merchant_id = ${merchantId} and session_id is not null and status = 'APPROVED' limit 1
      ), left_open as (
        insert into transactions
        select (json_populate_record(own, json_build_object('id', (own).id || '-left', 'status', 'CANCELED'))).* from paid
      )
      insert into simulator.charges
      select (json_populate_record(charge, json_build_object('transaction_id', charge.transaction_id || '-left',
        'attempt_id', charge.attempt_id || '-left'))).*
      from simulator.charges charge, paid
      where charge.merchant_id = ${merchantId} and charge.transaction_id = (own).id and charge.state = 'CHARGED'`,
  },
]
