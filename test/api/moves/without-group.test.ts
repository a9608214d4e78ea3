import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { createSession } from '../sessions/browser.ts'
import { startGroup } from './move-rows.ts'

const TABLES = ['merchant_moves', 'moved_ids', 'merchant_hash_keys']
const POLLS_MS = 1500

const open: RunningGateway[] = []
afterAll(async () => {
  for (const app of open) await app.close()
})

/** Locks the tables, so that a statement that reads them waits. */
function withLocked({ database: { sql } }: RunningGateway, act: () => Promise<unknown>): Promise<unknown> {
  return sql.begin(async (locked) => {
    await locked.unsafe(`lock table ${TABLES} in access exclusive mode`)
    return act()
  })
}

/** Counts the statements that name one of the tables and wait. */
async function waiting({ gateway }: RunningGateway): Promise<number> {
  const [row] = await gateway.sql<[{ count: number }]>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database() and query ~ ${TABLES.join('|')}`
  return row.count
}

it('a gateway without a group never reads the tables of moves', async () => {
  const app = await startOwnGateway()
  open.push(app)
  await withLocked(app, async () => {
    const { body: session } = await createSession(app.merchant)
    expect((await fetch(`${app.baseUrl}/hosted-payment-page/${session.id}`)).status).toBe(200)
    expect((await app.merchant.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
    expect((await app.newMerchant()).token).not.toBe('')
    await sleep(POLLS_MS)
    expect(await waiting(app)).toBe(0)
  })
})

it('one with a group reads them all the time, and serves while it cannot', async () => {
  const app = await startGroup('eu1')
  open.push(app)
  await withLocked(app, async () => {
    await eventually('a poll to wait', 5, async () => (await waiting(app)) > 0)
    expect((await app.merchant.authorize()).body.result).toMatchObject({ status: 'APPROVED' })
  })
})
