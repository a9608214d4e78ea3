import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { tollgate } from '../cli/tollgate.ts'
import { type LedgerApp, pay, startLedgerApp, trade } from './ledger-app.ts'

let app: LedgerApp
let merchant: TestMerchant
beforeAll(async () => {
  app = await startLedgerApp()
  merchant = await app.merchantWith({ fee_basis_points: 290, fee_fixed: 30 })
})
afterAll(() => app.close())

describe('GET /admin/ledger/verify', () => {
  it('proves a true ledger, and says how much it looked at', async () => {
    await trade(merchant)
    const { proven, checked, discrepancies } = await app.verify()
    expect({ proven, discrepancies }).toEqual({ proven: true, discrepancies: [] })
    expect(checked.transactions).toBeGreaterThanOrEqual(8)
    expect(checked.charges).toBeGreaterThanOrEqual(8)
    expect(checked.entries).toBeGreaterThanOrEqual(15)
  })

  it('proves them while payments come in', { tags: ['full'] }, async () => {
    const stopped = new AbortController()
    const busy = [1, 2, 3].map(async () => {
      while (!stopped.signal.aborted) await pay(merchant)
    })
    for (let look = 0; look < 10; look += 1) expect((await app.verify()).discrepancies).toEqual([])
    stopped.abort()
    await Promise.all(busy)
  })

  it('proves them where a provider gave no answer and was asked again', {
    tags: ['full'],
    timeout: 60_000,
  }, async () => {
    for (const simulate_fault of ['timeout_after_charge', 'connection_reset', 'garbage_answer']) {
      const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_fault }
      const { body } = await merchant.authorize({ metadata })
      const isOver = async () => !(await merchant.status(body.result.id)).transaction.pending
      await eventually(`the end after ${simulate_fault}`, 40, isOver)
    }
    expect((await app.verify()).discrepancies).toEqual([])
  })

  it('is canceled in the database when its caller hangs up', async () => {
    const release = await heldUp()
    const { TOLLGATE_CLIENT_ID: id, TOLLGATE_CLIENT_SECRET: secret } = app.operatorEnv
    const headers = { authorization: `Bearer ${await fetchToken(app.baseUrl, id!, secret!)}` }
    // A connection of its own: the pool behind fetch would open another in the place of one that is broken off.
    const asked = request(`${app.baseUrl}/admin/ledger/verify`, { headers, agent: false }).end()
    const isGone = once(asked, 'error')
    await eventually('the proof waits for a table', 30, async () => (await waiting()) === 1)
    asked.destroy(new Error('hung up'))
    await isGone
    await eventually('the proof is given up', 30, async () => (await waiting()) === 0)
    await release()
    expect((await app.verify()).proven).toBe(true)
  })

  it('streams its progress, line by line, and takes no connection from payments', async () => {
    const release = await heldUp()
    const { TOLLGATE_CLIENT_ID: id, TOLLGATE_CLIENT_SECRET: secret } = app.operatorEnv
    const headers = { authorization: `Bearer ${await fetchToken(app.baseUrl, id!, secret!)}` }
    const answer = await fetch(`${app.baseUrl}/admin/ledger/verify.jsonl`, { headers })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const { value: first } = await reader.read()
    expect(JSON.parse(first!.split('\n')[0]!)).toMatchObject({ check: 'count', number: 1, of: 13 })
    await eventually('the proof waits for a table', 30, async () => (await waiting()) === 1)
    await release()
    let text = first!
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    expect(JSON.parse(text.trimEnd().split('\n').at(-1)!)).toMatchObject({ proven: true, discrepancies: [] })
  })

  it('needs an operator', async () => {
    expect(await merchant.call('GET', '/admin/ledger/verify')).toMatchObject({ status: 403 })
  })
})

/** Keeps proofs waiting at their beginning. @returns how they are let go */
async function heldUp(): Promise<() => Promise<unknown>> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = app.database.sql.begin(async (transaction) => {
    await transaction`lock table simulator.charges in access exclusive mode`
    locked.resolve()
    await over.promise
  })
  await locked.promise
  return () => {
    over.resolve()
    return held
  }
}

/** How many proofs wait, each on a connection of its own. */
async function waiting(): Promise<number> {
  const [row] = await app.database.sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = 'tollgate ledger proof'`
  return row!.count
}

/** Writes into the ledgers past everything that keeps them true, and puts them right again. */
async function planted(spoil: string, mend: string): Promise<string[]> {
  const act = (statement: string) =>
    app.database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql.unsafe(statement)
    })
  await act(spoil)
  const { proven, discrepancies } = await app.verify()
  await act(mend)
  expect(proven).toBe(false)
  expect((await app.verify()).discrepancies).toEqual([])
  for (const { merchant_id } of discrepancies) expect(merchant_id).toBe(merchant.merchantId)
  return discrepancies.map(({ check, subject }: Record<string, string>) => `${check} ${subject}`).sort()
}

// Each is fixed again, so one trade serves them all.
describe('a planted discrepancy is found', () => {
  let traded: Awaited<ReturnType<typeof trade>>
  beforeAll(async () => {
    traded = await trade(merchant)
  })

  it('an entry that is gone', async () => {
    const { sold } = traded
    const where = `where transaction_id = '${sold.id}' and line = 1`
    await app.database.sql.unsafe(`create table kept as select * from ledger_entries ${where}`)
    expect(
      await planted(
        `delete from ledger_entries ${where}`,
        'insert into ledger_entries select * from kept; drop table kept',
      ),
    ).toEqual([
      'accounts-differ-from-transactions EUR',
      `clearing-differs-from-simulator ${sold.processing_result.payment_provider_account_id}`,
      `journal-differs-from-transaction ${sold.id}`,
    ])
  })

  it('an entry that no transaction stands for', async () => {
    const { sold } = traded
    const account = sold.processing_result.payment_provider_account_id
    const found = await planted(
      `insert into ledger_entries values ('${merchant.merchantId}', 'trx_nobody', 1, 'provider-clearing',
        'merchant-payable', 5, 'EUR', '${account}', now())`,
      `delete from ledger_entries where transaction_id = 'trx_nobody'`,
    )
    expect(found).toContain('journal-differs-from-transaction trx_nobody')
  })

  it('a fee that was changed', async () => {
    const { captured } = traded
    const where = `where transaction_id = '${captured.id}' and credit = 'fee-income'`
    expect(
      await planted(
        `update ledger_entries set amount = amount + 1 ${where}`,
        `update ledger_entries set amount = amount - 1 ${where}`,
      ),
    ).toEqual(['accounts-differ-from-transactions EUR', `journal-differs-from-transaction ${captured.id}`])
  })

  it('a hold that was not ended', async () => {
    const { held, captured } = traded
    const where = `where transaction_id = '${captured.id}' and credit = 'authorization-holds'`
    expect(
      await planted(
        `update ledger_entries set amount = amount - 1 ${where}`,
        `update ledger_entries set amount = amount + 1 ${where}`,
      ),
    ).toEqual([`hold-differs-from-what-can-be-captured ${held.id}`])
  })

  it('a captured amount that was changed', async () => {
    const { held } = traded
    const found = await planted(
      `update transactions set captured_amount = captured_amount + 1 where id = '${held.id}'`,
      `update transactions set captured_amount = captured_amount - 1 where id = '${held.id}'`,
    )
    expect(found).toEqual([
      'accounts-differ-from-transactions EUR',
      `hold-differs-from-what-can-be-captured ${held.id}`,
      `sums-differ-from-follow-ups ${held.id}`,
    ])
  })

  it('a charge that the simulator has with another amount', async () => {
    const { refunded } = traded
    const where = `where transaction_id = '${refunded.id}'`
    expect(
      await planted(
        `update simulator.charges set amount = amount + 1 ${where}`,
        `update simulator.charges set amount = amount - 1 ${where}`,
      ),
    ).toEqual([
      `approved-but-not-charged ${refunded.id}`,
      `clearing-differs-from-simulator ${refunded.processing_result.payment_provider_account_id}`,
    ])
  })

  it('a charge that was made twice', async () => {
    const { bank } = traded
    const found = await planted(
      `insert into simulator.charges select (jsonb_populate_record(charge, '{"attempt_id":"att_twice"}')).*
        from simulator.charges charge where transaction_id = '${bank.id}'`,
      `delete from simulator.charges where attempt_id = 'att_twice'`,
    )
    expect(found).toEqual([
      `charged-but-not-approved ${bank.id}`,
      `clearing-differs-from-simulator ${bank.processing_result.payment_provider_account_id}`,
    ])
  })
})

describe('tollgate ledger verify', () => {
  const run = (...args: string[]) => tollgate(app.operatorEnv, 'ledger', 'verify', ...args)

  it('ends with 0 where the ledgers are true', async () => {
    const { code, out } = await run('--json')
    expect({ code, proven: JSON.parse(out).proven }).toEqual({ code: 0, proven: true })
  })

  it('says how far it is, and ends in the database when it is interrupted', { tags: ['full'] }, async () => {
    const release = await heldUp()
    const { PATH } = process.env
    const env = { PATH, DATA_DIR: '/nonexistent', ...app.operatorEnv }
    const command = spawn('node', ['src/cli/index.ts', 'ledger', 'verify'], { env })
    const [said] = await once(command.stderr, 'data')
    expect(String(said)).toMatch(/^1 of 13: count, after \d+ s\n/)
    await eventually('the proof waits for a table', 30, async () => (await waiting()) === 1)
    command.kill('SIGINT')
    await once(command, 'exit')
    await eventually('the proof is given up', 30, async () => (await waiting()) === 0)
    await release()
  })

  it('ends with 1 and names what is wrong', async () => {
    const sold = await pay(merchant)
    const change = (by: string) =>
      app.database.sql`update simulator.charges set amount = amount + ${by} where transaction_id = ${sold.id}`
    await change('1')
    const { code, out, err } = await run()
    await change('-1')
    expect(code).toBe(1)
    // Nothing but which check ran, where it took a second.
    expect(err.replaceAll(/^\d+ of 13: .*\n/gm, '')).toBe('')
    expect(out).toContain(sold.id)
  })
})
