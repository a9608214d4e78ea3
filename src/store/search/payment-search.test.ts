import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader } from '#test/ledger.ts'
import { withConnection } from '../connection/database.ts'
import { indexPayments, summarizeTransactions } from './payment-search.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const STEP = { windowSeconds: 3600, lookBackSeconds: 90, isThorough: true }

it('a run that another worker blocks differs from a finished one', async () => {
  await database.sql.begin(async (sql) => {
    await sql`select reached from gathering_marks where name = 'payments' for update`
    expect(await indexPayments(database.sql, STEP)).toEqual({ gathered: 0, caughtUp: true, isOurs: false })
  })
  expect(await indexPayments(database.sql, STEP)).toEqual({ gathered: 0, caughtUp: true, isOurs: true })
})

it('the index that leads to the latest transactions knows all but the last pages', async () => {
  const { merchantId } = await newTrader(database.sql)
  await database.sql`
    insert into transactions (merchant_id, id, terminal_id, order_id, reference, transaction_type, currency, amount,
      normalized_amount, captured_amount, status, processing_code, customer, payment_method, processing_result,
      initiated_by, systan, fee_amount, finished_at, created_at, updated_at)
    select ${merchantId}, 'trx_' || i, 'ter_shop', 'ord_' || i, 'order-' || i, 'PURCHASE', 'EUR', 100, 100, 100, 'APPROVED',
      '0000', '{}', '{"type": "card", "masked": "400000******4242"}', '{}', 'MERCHANT', 100000, 0, now(), now(), now()
    from generate_series(1, 5000) as i`
  await summarizeTransactions(database.sql)
  const [left] = await withConnection(
    database.superuserUrl,
    'test',
    (sql) => sql`select brin_summarize_new_values('transactions_created') as created`,
  )
  expect(left).toEqual({ created: 1 })
})
