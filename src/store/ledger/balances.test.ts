import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransactionType } from '#domain/transaction-type.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'

/** True if its money waits for the settlement delay. A new type has to say so, here and in the two places below. */
const WAITS: Readonly<Record<TransactionType, boolean>> = {
  AUTHORIZE: true,
  PURCHASE: true,
  PAYMENT: true,
  CAPTURE: true,
  PAYOUT: false,
  REFUND: false,
  VOID: false,
  REFUND_REVERSAL: false,
  PAYOUT_REVERSAL: false,
  AUTHORIZATION_EXPIRY: true,
  CHARGEBACK: false,
  CHARGEBACK_REVERSAL: false,
}

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The lists behind `transaction_type`, as a statement has them or as the server prints them. */
const typesIn = (condition: string) =>
  [...condition.matchAll(/transaction_type [^']*('[^)\]]*)/g)]
    .flatMap(([, list]) => list!.match(/[A-Z_]{3,}/g)!)
    .toSorted()

it('balances and their indexes agree on what is available immediately', async () => {
  const [{ condition }] = await database.sql<[{ condition: string }]>`
    select string_agg(pg_get_expr(indpred, indrelid), ' ') as condition from pg_index
    where indexrelid = any(array['transactions_available_at_once', 'transactions_disputed_at_once']::regclass[])`
  const source = await readFile(new URL('./balances.ts', import.meta.url), 'utf8')
  const expected = Object.entries(WAITS).flatMap(([type, waits]) => (waits ? [] : [type]))
  expect(typesIn(condition)).toEqual(expected.toSorted())
  expect(typesIn(source)).toEqual(expected.toSorted())
})
