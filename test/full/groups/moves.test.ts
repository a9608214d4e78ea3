// @module-tag full
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { GATEWAY } from '#store/schema/roles.ts'
import { eventually } from '#test/eventually.ts'
import { connectMerchant, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { caller, newClient, tokenStatus } from '../../api/identity/client-support.ts'
import { ask, bodyFor } from '../../api/manage/follow-ups.ts'
import { untilStatus } from '../../api/moves/move-rows.ts'
import { counter, rule, saveRules } from '../../api/rules/rules.ts'
import { type Step, startCommand } from '../../simulation/moves/command.ts'
import { openGroup, type RunningGroup } from '../../simulation/moves/groups.ts'
import { countRowsLeft } from '../../simulation/moves/rows-left.ts'

// Moves step by step (docs/operate/merchant-groups.md#move-a-merchant). The demo merchant of eu1 is from before the group.

/** Of 20 s at most, on machines that are at times tenfold slower. */
const TIMEOUT_MS = 600_000
const PATIENCE_SECONDS = 60
/** Nothing listens there. */
const UNREACHABLE = { MOVE_TO_REPLICATION_URL: 'postgres://postgres:secret-word@127.0.0.1:1/tollgate' }

vi.setConfig({ testTimeout: TIMEOUT_MS })

let eu1: RunningGroup
let us1: RunningGroup
beforeAll(async () => {
  ;[eu1, us1] = await Promise.all([openGroup('eu1', { WORKERS: '1' }, true), openGroup('us1', { WORKERS: '1' })])
  for (const group of [eu1, us1])
    await change(group, async (sql) => {
      await sql`alter system set log_min_duration_statement = 0`
      await sql`select pg_reload_conf()`
    })
}, TIMEOUT_MS)
afterAll(async () => {
  await Promise.all([eu1?.close(), us1?.close()])
})

/** @param changes of the command's settings */
const run = (step: Step, merchantId: string, isBack = false, changes: Readonly<Record<string, string>> = {}) =>
  startCommand(step, { merchantId, from: isBack ? us1 : eu1, to: isBack ? eu1 : us1 }, undefined, changes).ended

async function succeed(...parameters: Parameters<typeof run>): Promise<string> {
  const { code, out, err } = await run(...parameters)
  expect(code, err).toBe(0)
  return out
}

async function copy(merchantId: string): Promise<void> {
  await succeed('start', merchantId)
  await eventually('the copy of all tables', PATIENCE_SECONDS, async () => {
    const [, copied, all] = /(\d+) of (\d+)/.exec(await succeed('status', merchantId)) ?? []
    return copied !== undefined && copied === all
  })
}

/** Changes rows as no gateway does. */
async function change({ superuserUrl }: RunningGroup, act: (sql: Database) => PromiseLike<unknown>): Promise<void> {
  const sql = openDatabase(superuserUrl, 'auditor', 1)
  await Promise.resolve(act(sql)).finally(() => sql.end())
}

/** Lets the minute between a switch and `finish` be over. */
async function letCallsEnd(): Promise<void> {
  for (const group of [eu1, us1])
    await change(group, (sql) => sql`update merchant_moves set switched_at = switched_at - interval '61 seconds'`)
}

async function rowsLeft({ superuserUrl }: RunningGroup, merchantId: string) {
  const sql = openDatabase(superuserUrl, 'auditor', 1)
  return countRowsLeft(sql, [merchantId]).finally(() => sql.end())
}

type Access = Parameters<typeof connectMerchant>[1]

/** The demo merchant of eu1, whose ID names no group. */
async function demoAccess(): Promise<Access> {
  const { merchant } = await eu1.gateway.demo()
  return {
    ...{ merchantId: merchant.merchant_id, terminalId: merchant.terminal_id, publicKey: merchant.public_key },
    ...{ clientId: merchant.client_id, clientSecret: merchant.client_secret },
  }
}

async function newAccess(): Promise<Access> {
  const created = await eu1.admin('POST', '/admin/merchants', { name: 'Larkspur Coffee' })
  const terminal = await eu1.admin('POST', `/admin/merchants/${created.merchant_id}/terminals`, { name: 'Shop' })
  return {
    ...{ merchantId: created.merchant_id, terminalId: terminal.terminal_id, publicKey: created.public_key },
    ...{ clientId: created.client_id, clientSecret: created.client_secret },
  }
}

/** Connects the merchant to a group, once that knows that it is there. */
async function at({ gateway: { baseUrl } }: RunningGroup, access: Access): Promise<TestMerchant> {
  await eventually('a token', PATIENCE_SECONDS, async () => (await tokenStatus(baseUrl, access)) === 200)
  return connectMerchant(baseUrl, access)
}

async function pay(merchant: TestMerchant) {
  const { body, text } = await merchant.authorize()
  expect(body.result, text).toMatchObject({ status: 'APPROVED' })
  return body.result
}

/** Runs a switch whose last step fails: eu1 reaches us1 as it begins, and does not when it turns the replication. */
async function switchHalfway(merchantId: string) {
  const target = Number(new URL(us1.superuserUrl).port)
  const relay = createServer((socket) => {
    relay.close()
    const onward = connect(target, '127.0.0.1')
    socket.pipe(onward).pipe(socket)
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const url = new URL(us1.superuserUrl)
  url.port = String((relay.address() as AddressInfo).port)
  const { code, err } = await run('switch', merchantId, false, { MOVE_TO_REPLICATION_URL: url.href })
  expect([code, err]).toEqual([1, expect.stringContaining('Connection refused')])
}

/** Pays while something happens, also while it is refused. @returns the payments that were approved */
async function payDuring(merchant: TestMerchant, act: () => Promise<unknown>) {
  let isOver = false
  const acting = act().finally(() => {
    isOver = true
  })
  const paid: { readonly id: string }[] = []
  while (!isOver) {
    const { status, body } = await merchant.authorize()
    if (status === 200) paid.push(body.result)
  }
  await acting
  return paid
}

it('plan says which server does not reach the other, without the password', async () => {
  const { merchantId } = await demoAccess()
  const { out, err } = await run('plan', merchantId, false, UNREACHABLE)
  expect(out).toMatch(/PostgreSQL of eu1 does not reach that of us1: .*Connection refused/s)
  expect(out + err).not.toContain('secret-word')
  expect(await succeed('plan', merchantId)).not.toContain('does not reach')
})

it('a merchant whose ID names no group, and its limited client, continue where they were', async () => {
  const access = await demoAccess()
  const here = await at(eu1, access)
  const paid = await pay(here)
  const client = await newClient(eu1.gateway.baseUrl, here, { permissions: ['payments.create', 'payments.read'] })
  const order = [here.order(), { 'idempotency-key': newReference() }] as const
  const first = await client.call('POST', '/api/transactions/authorize', ...order)
  expect(first.body.result, first.text).toMatchObject({ status: 'APPROVED' })

  await copy(access.merchantId)
  await succeed('switch', access.merchantId)
  await untilStatus(here, 421)
  const there = await at(us1, access)
  const repeated = await caller(us1.gateway.baseUrl, client.token)('POST', '/api/transactions/authorize', ...order)
  expect(repeated.body.result.id).toBe(first.body.result.id)
  expect((await ask(there, bodyFor(paid, 'REFUND', { amount: 1 }))).body).toMatchObject({ status: 'APPROVED' })

  await letCallsEnd()
  await succeed('finish', access.merchantId)
  expect(await rowsLeft(eu1, access.merchantId)).toEqual({})
  expect((await there.status(paid.id)).transaction).toMatchObject({ id: paid.id })
})

it('rows that differ, of today or of before, leave the merchant where it is', async () => {
  const access = await newAccess()
  const here = await at(eu1, access)
  const [late, past] = [await pay(here), await pay(here)]
  await change(
    eu1,
    (sql) => sql`update transactions set created_at = created_at - interval '1 hour' where id = ${past.id}`,
  )
  await copy(access.merchantId)
  for (const { id } of [late, past]) {
    await change(us1, (sql) => sql`update transactions set captured_amount = captured_amount - 9 where id = ${id}`)
    const { code, err } = await run('switch', access.merchantId)
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('The groups differ in public.transactions; cancel this move.'),
    ])
    await untilStatus(here, 200)
    await change(us1, (sql) => sql`update transactions set captured_amount = captured_amount + 9 where id = ${id}`)
  }
  await succeed('cancel', access.merchantId)
  expect(await rowsLeft(us1, access.merchantId)).toEqual({})
  await pay(here)
})

it('a switch that was killed is undone by the next one, also if that cannot be done', async () => {
  const access = await newAccess()
  const { merchantId } = access
  const here = await at(eu1, access)
  await copy(merchantId)
  // Not as our own programs name their sessions: beside one that sees all rows, no switch begins.
  const sessions = [eu1, us1].map(({ superuserUrl }) => new pg.Client(superuserUrl))
  await Promise.all(sessions.map((session) => session.connect()))
  const [old, target] = sessions as [pg.Client, pg.Client]
  await target.query('begin; lock table wallet_keys in exclusive mode')
  const command = startCommand('switch', { merchantId, from: eu1, to: us1 })
  await eventually('the rows to be hidden', PATIENCE_SECONDS, async () => {
    const { rows } = await old.query('select from merchant_moves where state = $1 and merchant_id = $2', [
      'AWAY',
      merchantId,
    ])
    return rows.length > 0
  })
  command.process.kill('SIGKILL')
  await command.ended
  await Promise.all(sessions.map((session) => session.end()))
  expect((await here.call('GET', '/api/transactions')).status).toBe(503)
  expect((await run('switch', merchantId, false, UNREACHABLE)).code).toBe(1)
  await untilStatus(here, 200)
  await pay(here)
  await succeed('switch', merchantId)
  await pay(await at(us1, access))
  await letCallsEnd()
  await succeed('finish', merchantId)
})

it('rules that count earlier payments go on counting', async () => {
  const access = await newAccess()
  const here = await at(eu1, access)
  await saveRules(here, rule('too many', 'BLOCK', [counter()]))
  for (let payments = 0; payments < 3; payments += 1) await pay(here)
  await copy(access.merchantId)
  await succeed('switch', access.merchantId)
  const { body } = await (await at(us1, access)).authorize()
  expect(body.result).toMatchObject({ processing_code: '4200', data: { risk: { rule: 'too many' } } })
  await letCallsEnd()
  await succeed('finish', access.merchantId)
})

it('status says that a way back is not running', async () => {
  const access = await newAccess()
  const { merchantId } = access
  await copy(merchantId)
  await succeed('switch', merchantId)
  expect(await succeed('status', merchantId)).toMatch(/is running +yes/)
  const there = await at(us1, access)
  await change(eu1, (sql) => sql`insert into customers (merchant_id, customer_id) values (${merchantId}, 'ada')`)
  expect((await there.call('POST', '/api/customers', { body: { id: 'ada' } })).status).toBe(201)
  await eventually('the way back to stop', PATIENCE_SECONDS, async () =>
    /is running +no/.test(await succeed('status', merchantId)),
  )
  expect((await run('switch', merchantId, true)).err).toMatch(
    /is not running; see the log of its PostgreSQL, then repeat this/,
  )
  await letCallsEnd()
  await succeed('finish', merchantId)
})

it('a way back has all payments, also if the server died before it was opened', async () => {
  const access = await newAccess()
  const here = await at(eu1, access)
  await copy(access.merchantId)
  const paid = await payDuring(here, () => switchHalfway(access.merchantId))
  expect(paid.length).toBeGreaterThan(0)
  await us1.restartDatabase()
  const there = await at(us1, access)
  const later = await pay(there)
  await succeed('switch', access.merchantId)
  await succeed('switch', access.merchantId, true)
  await untilStatus(here, 200)
  for (const { id } of [...paid, later]) expect((await here.status(id)).transaction).toMatchObject({ id })
  await pay(here)
  await letCallsEnd()
  await succeed('finish', access.merchantId, true)
  expect(await rowsLeft(us1, access.merchantId)).toEqual({})
})

it('finish after a switch that stopped before its end removes rows of the old group alone', async () => {
  const access = await newAccess()
  const paid = await pay(await at(eu1, access))
  await copy(access.merchantId)
  await switchHalfway(access.merchantId)
  await letCallsEnd()
  await succeed('finish', access.merchantId)
  expect(await rowsLeft(eu1, access.merchantId)).toEqual({})
  const there = await at(us1, access)
  expect((await there.status(paid.id)).transaction).toMatchObject({ id: paid.id })
  await pay(there)
})

it('the end of a move shows no row of another that has left', async () => {
  const [one, other] = [await newAccess(), await newAccess()]
  await pay(await at(eu1, other))
  await copy(one.merchantId)
  await copy(other.merchantId)
  await succeed('switch', one.merchantId)
  await letCallsEnd()
  await succeed('finish', one.merchantId)
  await succeed('switch', other.merchantId)
  await change(eu1, async (sql) => {
    const seen = (role: string) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(`set local role ${role}`)
        return (await transaction`select from transactions where merchant_id = ${other.merchantId}`).length
      })
    expect([await seen('tollgate'), await seen(GATEWAY)]).toEqual([1, 0])
  })
  await letCallsEnd()
  await succeed('finish', other.merchantId)
})

it('of two merchants that start at the same time, one waits for the other, and neither is lost from sight', async () => {
  const [one, other] = [await newAccess(), await newAccess()]
  const results = await Promise.all([one, other].map(({ merchantId }) => run('start', merchantId)))
  for (const { code, err } of results)
    if (code !== 0) expect(err).toContain('Another "merchant move" is running in eu1; wait for it.')
  expect(results.map(({ code }) => code)).toContain(0)
  for (const { merchantId } of [one, other]) await copy(merchantId)
  expect((await run('switch', one.merchantId, true)).err).toContain('There is no move to eu1')
  await succeed('switch', one.merchantId)
  await succeed('cancel', other.merchantId)
  await pay(await at(us1, one))
  await pay(await at(eu1, other))
  expect(await rowsLeft(us1, other.merchantId)).toEqual({})
})

it('no log of PostgreSQL has a password of an address', async () => {
  for (const group of [eu1, us1]) {
    const log = await group.databaseLog()
    expect(log).toContain('duration: ')
    expect(log).not.toContain(new URL(group.superuserUrl).password)
    expect(log).not.toContain('secret-word')
  }
})
