import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftExpiry } from '#domain/authorization-expiry.ts'
import { newId } from '#domain/ids.ts'
import { withProviderAccount } from '#domain/new-transaction.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader } from '#test/ledger.ts'
import { claimDueExpiries, dateOldAuthorizations } from './due-expiries.ts'
import { recordExpiry } from './expiries.ts'

// Authorizations from before they had a date (docs/decisions/0119-authorizations-from-before-expire-with-notice.md).

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(4)
})
afterAll(() => database.drop())

/** An authorization that was approved so many days ago, without a date. */
async function approvedDaysAgo(days: number, ended: { readonly voided?: boolean } = {}): Promise<string> {
  const trader = await newTrader(database.sql)
  const transaction = await trader.begin('AUTHORIZE', 1000n)
  await trader.finish({ transaction, approved: true })
  await database.sql`
    update transactions set finished_at = now() - make_interval(hours => ${days * 24}::integer),
      void_state = ${ended.voided ? 'DONE' : null}
    where id = ${transaction.id}`
  return transaction.id
}

async function standing(id: string) {
  const [row] = await database.sql<{ days: number | null; step: string | null; due: number | null }[]>`
    select round(extract(epoch from authorization_expires_at - finished_at) / 86400)::integer as days,
      expiry_step as step, round(extract(epoch from expiry_due_at - now()) / 3600)::integer as due
    from transactions where id = ${id}`
  return row
}

it('an open one gets seven days after its approval, and is due only if that is more than a day ahead', async () => {
  const [fresh, lastDay, past, voided] = [
    await approvedDaysAgo(2),
    await approvedDaysAgo(6.5),
    await approvedDaysAgo(40),
    await approvedDaysAgo(2, { voided: true }),
  ]
  expect(await dateOldAuthorizations(database.sql, 2)).toBe(2)
  expect(await dateOldAuthorizations(database.sql, 2)).toBe(1)
  expect(await dateOldAuthorizations(database.sql, 2)).toBe(0)
  expect(await standing(fresh)).toEqual({ days: 7, step: 'WARN', due: 96 })
  expect(await standing(lastDay)).toEqual({ days: 7, step: null, due: null })
  expect(await standing(past)).toEqual({ days: 7, step: null, due: null })
  expect(await standing(voided)).toEqual({ days: null, step: null, due: null })
  expect(await claimDueExpiries(database.sql, 10, 5)).toEqual([])
})

it('a warning is claimed once, the void follows in its time, and again until it is recorded', async () => {
  const id = await approvedDaysAgo(2)
  await dateOldAuthorizations(database.sql, 10)
  const tasks = async () => (await claimDueExpiries(database.sql, 10, 5)).map((due) => [due.authorization.id, due.task])
  const makeDue = () =>
    database.sql`update transactions set expiry_due_at = now() where expiry_due_at is not null and id = ${id}`
  await makeDue()
  expect((await Promise.all([tasks(), tasks(), tasks()])).flat()).toEqual([[id, 'WARN']])
  expect(await standing(id)).toEqual({ days: 7, step: 'VOID', due: 119 })
  for (let round = 0; round < 2; round += 1) {
    await makeDue()
    expect(await tasks()).toEqual([[id, 'VOID']])
    expect(await tasks()).toEqual([])
  }
})

it('of concurrent expiries of one authorization, one is recorded', async () => {
  const trader = await newTrader(database.sql)
  const transaction = await trader.begin('AUTHORIZE', 1000n)
  await trader.finish({ transaction, approved: true })
  const attempt = { number: 1, provider: 'card-simulator', providerAccountId: 'acc_1' }
  const recorded = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      recordExpiry(
        database.sql,
        transaction,
        (parent, parts) =>
          withProviderAccount(
            attempt,
            draftExpiry(parent, parts, { id: newId('trx'), expiredBy: 'GATEWAY' }, new Date()),
          ),
        { attemptId: `${transaction.id}-${index}`, ...attempt },
        60,
      ),
    ),
  )
  expect(recorded.filter(Boolean)).toHaveLength(1)
  expect(await trader.followUp(transaction, { type: 'CAPTURE', amount: 1n })).toBeUndefined()
  expect(await trader.followUp(transaction, { type: 'VOID', amount: 1000n })).toBeUndefined()
})
