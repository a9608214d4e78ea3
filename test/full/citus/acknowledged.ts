import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#store/connection/database.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'

// What a merchant was told, and what must be true of it.

/** Orders that are not answered are sent again, as a merchant's server would. @returns transactions told to be approved */
export async function payUntil(signal: AbortSignal, merchant: TestMerchant): Promise<string[]> {
  const approved: string[] = []
  while (!signal.aborted) {
    const reference = newReference()
    const answer = await merchant.authorize({ reference }).catch(() => undefined)
    if (answer?.body?.result?.status === 'APPROVED') approved.push(answer.body.result.id)
    else await sleep(100)
  }
  return approved
}

/** Each was charged, and once, by the simulators' own book. */
export async function expectOneCharge(sql: Database, ids: readonly string[]): Promise<void> {
  const charged = await sql<{ id: string; count: number }[]>`
    select transaction_id as id, count(*)::integer as count from simulator.charges
    where transaction_id = any(${[...ids]}) and state = 'CHARGED' group by transaction_id`
  expect(charged.filter(({ count }) => count !== 1)).toEqual([])
  expect(charged).toHaveLength(ids.length)
}

/** Each is final, has its event and its entry in the ledger. */
export async function expectEntries(sql: Database, ids: readonly string[]): Promise<void> {
  const found = await sql<{ id: string }[]>`
    select transactions.id from transactions
      join ledger_entries entry on entry.merchant_id = transactions.merchant_id and entry.transaction_id = transactions.id
      join events on events.merchant_id = transactions.merchant_id and events.transaction_id = transactions.id
    where transactions.status = 'APPROVED' and transactions.id = any(${[...ids]})`
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
}
