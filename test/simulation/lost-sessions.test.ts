// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { connectMerchant, type HttpAnswer, type TestMerchant } from '#test/test-merchant.ts'
import { startLocalDatabase } from '../../src/supervisor/local-database.ts'
import { openRestartableGateway, type RestartableGateway } from '../support/restartable-gateway.ts'

const CUTS = 300
/** Long enough for some to be in the middle of connecting again, too short for all to be done with it. */
const BETWEEN_CUTS_MS = 15

/** Longer than a statement takes that has to wait for a new connection, far shorter than indefinitely. */
const ANSWER_MS = 6000

let gateway: RestartableGateway
let merchant: TestMerchant
let sql: Database

beforeAll(async () => {
  gateway = await openRestartableGateway({ WORKERS: '2', LOG_LEVEL: 'fatal' })
  const { merchant: demo } = await gateway.demo()
  merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
  })
  sql = openDatabase((await startLocalDatabase(gateway.dataDir)).superuserUrl, 'cutter', 1)
})

afterAll(async () => {
  await sql?.end()
  await gateway?.close()
})

it('sessions that end at any time, even while connecting, end no process and block no caller', {
  timeout: 60_000,
}, async () => {
  const pids = () => [...gateway.servants('api'), ...gateway.servants('worker')].toSorted()
  const before = pids()
  const answers: (HttpAnswer | undefined)[] = []
  let cutting = true
  const asking = Array.from({ length: 8 }, async () => {
    while (cutting) answers.push(await merchant.authorize().catch(() => undefined))
  })
  for (let cut = 1; cut <= CUTS; cut += 1) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'tollgate %' and pid <> pg_backend_pid()`
    await sleep(BETWEEN_CUTS_MS)
  }
  cutting = false
  const ended = Promise.all(asking).then(() => 'everybody was answered')
  expect(await Promise.race([ended, sleep(ANSWER_MS)])).toBe('everybody was answered')
  expect(pids()).toEqual(before)
  const statuses = new Set(answers.map((answer) => answer?.status))
  expect(statuses).toContain(200)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  // The simulator's ledger lies in the same database. Five answers that it lost in a row open its circuit, and one payment
  // in ten seconds may try it then (docs/reference/retries.md#an-account-that-does-not-answer).
  const payment = async () => (await merchant.authorize()).body.result
  await expect.poll(payment, { timeout: 30_000, interval: 1000 }).toMatchObject({ status: 'APPROVED' })
})
