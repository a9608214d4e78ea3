// @module-tag full
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptOf, callOn, chargeOf } from '#provider/contract/test-charges.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { connectorOn } from '../../support/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '../../support/iso8583-sandbox/index.ts'
import { newIsoAccount } from '../../support/iso8583-sandbox/merchant.ts'

// The process that has the line is killed while others pay through it.

const OWNER = fileURLToPath(new URL('../../support/iso8583-sandbox/owner-process.ts', import.meta.url))
const LEASE_MS = 2000
const PAYMENTS = 40

let database: FreshDatabase
let sandbox: Iso8583Sandbox

beforeAll(async () => {
  database = await freshDatabase(12)
  sandbox = await openIso8583Sandbox()
})
afterAll(async () => {
  await sandbox.close()
  await database.drop()
})

test('nothing is charged twice, and the final charges match the answers', { timeout: 240_000 }, async () => {
  const account = newIsoAccount(sandbox.port)
  const owner = fork(OWNER, [database.url, String(LEASE_MS), JSON.stringify(account)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  expect((await once(owner, 'message'))[0]).toEqual({ problems: [] })
  const connector = connectorOn(database.sql, { leaseMs: LEASE_MS })
  // Every second one is answered late, so that many are in progress when the owner dies.
  const charges = Array.from({ length: PAYMENTS }, (_, index) => ({
    ...chargeOf(account, {}),
    money: { amount: index % 2 ? 5993n : 1000n, currency: 'EUR' },
  }))
  let approvedBefore = 0
  const told = charges.map(async (charge) => {
    const answer = await connector.authorize(callOn(account), charge).catch(() => 'unknown' as const)
    if (typeof answer === 'object' && answer.kind === 'outcome' && answer.outcome.code === '0000') approvedBefore += 1
    return answer
  })
  await expect.poll(() => sandbox.book.entries.size, { timeout: 30_000 }).toBeGreaterThan(PAYMENTS / 4)
  await expect.poll(() => approvedBefore, { timeout: 30_000 }).toBeGreaterThan(0)
  owner.kill('SIGKILL')
  const answers = await Promise.all(told)

  /** Returns the end of an attempt; undefined while it is unknown, or the acquirer has not confirmed its reversal. */
  const endOf = async (charge: (typeof charges)[number]) => {
    const answer = await connector.inquire(callOn(account), attemptOf(charge)).catch(() => undefined)
    const [row] = await database.sql<[{ state: string }]>`
      select state from acquirer_requests where attempt_id = ${charge.attemptId}`
    return row.state !== 'REVERSING' && answer?.kind === 'outcome' ? answer.outcome.code : undefined
  }
  const ends = await eventually('every end', 150, async () => {
    await database.sql`update acquirer_requests set reversal_at = now() where state = 'REVERSING'`
    await connector.repeatReversals(async () => callOn(account))
    const codes = await Promise.all(charges.map(endOf))
    return codes.includes(undefined) ? undefined : codes
  })
  const approved = ends.filter((code) => code === '0000').length
  expect(approved).toBeGreaterThanOrEqual(approvedBefore)
  expect(sandbox.book.standing()).toHaveLength(approved)
  answers.forEach((answer, index) => {
    if (typeof answer === 'object' && answer.kind === 'outcome') expect(answer.outcome.code).toBe(ends[index])
  })
  const payments = sandbox.requests.filter(({ type }) => type === '0200').map(({ fields }) => fields[37])
  expect(new Set(payments).size).toBe(payments.length)
  expect(sandbox.complaints).toEqual([])
  await connector.close()
})
