import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { pay } from '../ledger/ledger-app.ts'
import { fileOf, HEADER, row, type SettlementApp, startSettlementApp } from './settlement-app.ts'

let app: SettlementApp
let merchant: TestMerchant
let account: string
beforeAll(async () => {
  app = await startSettlementApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  merchant = await app.newMerchant()
  account = await app.accountOf(merchant)
})

const NOTHING = { settlements: 0, rows: 0, records: 0, entries: 0 }

async function stored() {
  const [counts] = await app.database.sql<[typeof NOTHING]>`
    select (select count(*)::int from settlements where provider_account_id = ${account}) as settlements,
      (select count(*)::int from settlement_rows where not exists (
        select from settlements where settlements.settlement_id = settlement_rows.settlement_id)) as rows,
      (select count(*)::int from settled_records where merchant_id = ${merchant.merchantId}) as records,
      (select count(*)::int from bank_entries where provider_account_id = ${account}) as entries`
  return counts
}

async function change(id: string, verb: 'accept' | 'revert', body: object = {}) {
  return app.operator('POST', `/admin/settlements/${id}/${verb}`, { body })
}

async function isImporting(): Promise<boolean> {
  const locks = await app.database.sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and classid = 6144170`
  return locks.length > 0
}

async function actions(id: string): Promise<string[]> {
  const { body } = await app.operator('GET', `/admin/audit-log?subject=${id}`)
  return body.items.map(({ action }: { action: string }) => action).reverse()
}

describe('a batch that does not add up', () => {
  it('posts nothing until it is accepted, once', async () => {
    const sold = await pay(merchant)
    const file = fileOf(row('PURCHASE', 1250, { reference: sold.id, fee: 20 }), row('PAID_OUT', -1200))
    const { id, batches } = await app.imported(account, file)
    expect(batches).toMatchObject([{ gross: 1250n, fees: 20n, net: 1230n, paid_out: 1200n, balanced: false }])
    expect(await app.bank(account)).toEqual({})
    const accepted = await change(id, 'accept', { batch: 'b1', reason: 'The bank kept 0.30.' })
    expect(accepted).toMatchObject({ status: 200, body: { id, batches: [{ balanced: false }] } })
    const posted = { bank: 1200n, 'provider-clearing': -1220n, 'provider-fees': 20n }
    expect(await app.bank(account)).toEqual(posted)
    expect((await change(id, 'accept', { batch: 'b1', reason: 'Again.' })).status).toBe(200)
    expect(await app.bank(account)).toEqual(posted)
    expect(await actions(id)).toEqual(['settlement.imported', 'settlement.accepted'])
    expect((await app.verify()).discrepancies).toEqual([])
  })

  it('is accepted by its name, with a reason: else a 422', async () => {
    const file = fileOf(row('FEE', 0, { fee: 20 }), row('PAID_OUT', 20), row('FEE', 0, { fee: 5, batch: 'b2' }))
    const { id, batches } = await app.imported(account, file)
    expect(batches).toMatchObject([
      { balanced: true, paid_out: -20n },
      { balanced: false, paid_out: null },
    ])
    for (const batch of ['b1', 'b3']) {
      const { status, body } = await change(id, 'accept', { batch, reason: 'Why not.' })
      expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ property: 'batch' }] })
    }
    expect((await change(id, 'accept', { batch: 'b2' })).status).toBe(422)
    expect((await change('stl_none', 'accept', { batch: 'b2', reason: 'x' })).status).toBe(404)
    expect(await app.bank(account)).toEqual({ bank: -20n, 'provider-clearing': 0n, 'provider-fees': 20n })
  })
})

describe('a file', () => {
  const sale = (reference: string) => fileOf(row('PURCHASE', 1250, { reference, fee: 20 }), row('PAID_OUT', -1230))

  it('is the same settlement if the same bytes come again, one after the other and concurrently', async () => {
    const { id } = await pay(merchant)
    const answers = await Promise.all([1, 2, 3].map(() => app.upload(account, sale(id))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await app.upload(account, sale(id))).toMatchObject({ status: 200, body: answers[0].body })
    expect(await stored()).toEqual({ settlements: 1, rows: 0, records: 1, entries: 2 })
  })

  it('is undone once, and then may be imported again', async () => {
    const { id } = await pay(merchant)
    const first = await app.imported(account, sale(id))
    const reverted = await change(first.id, 'revert', { reason: 'Wrong month.' })
    expect(reverted).toMatchObject({ status: 200, body: { reverted_at: expect.any(String) } })
    expect((await change(first.id, 'revert')).body).toEqual(reverted.body)
    expect(await app.bank(account)).toEqual({ bank: 0n, 'provider-clearing': 0n, 'provider-fees': 0n })
    expect(await app.missing(account)).toEqual([id])
    const accept = await change(first.id, 'accept', { batch: 'b1', reason: 'x' })
    expect(accept.body.errors).toMatchObject([{ property: 'batch' }])
    expect(await actions(first.id)).toEqual(['settlement.imported', 'settlement.reverted'])
    const second = await app.imported(account, sale(id))
    expect(second.id).not.toBe(first.id)
    expect(second.lines).toMatchObject([{ outcome: 'AGREED' }, { outcome: 'AGREED' }])
    expect(await app.bank(account)).toEqual({ bank: 1230n, 'provider-clearing': -1250n, 'provider-fees': 20n })
    expect((await app.verify()).discrepancies).toEqual([])
  })

  it('leaves nothing if the connection is cut in the middle', async () => {
    const { id } = await pay(merchant)
    const rows = Array.from({ length: 2500 }, (_, at) =>
      row('PURCHASE', 1250, { reference: at === 0 ? id : `no-${at}` }),
    )
    const { TOLLGATE_CLIENT_ID: client, TOLLGATE_CLIENT_SECRET: secret } = app.operatorEnv
    const authorization = `Bearer ${await fetchToken(app.baseUrl, client!, secret!)}`
    const path = `${app.baseUrl}/admin/provider-accounts/${account}/settlements`
    const headers = { authorization, 'content-type': 'text/csv', 'transfer-encoding': 'chunked' }
    const sent = request(path, { method: 'POST', headers, agent: false })
    sent.on('error', () => undefined)
    sent.write(fileOf(...rows))
    await eventually('the import has begun', 30, isImporting)
    sent.destroy()
    await eventually('the import is over', 30, async () => !(await isImporting()))
    expect(await stored()).toEqual(NOTHING)
    await app.imported(account, fileOf(...rows))
  })

  it('has its entries dated by its end, not by its first byte', async () => {
    const { TOLLGATE_CLIENT_ID: client, TOLLGATE_CLIENT_SECRET: secret } = app.operatorEnv
    const authorization = `Bearer ${await fetchToken(app.baseUrl, client!, secret!)}`
    const path = `${app.baseUrl}/admin/provider-accounts/${account}/settlements`
    const sent = request(path, { method: 'POST', headers: { authorization, 'content-type': 'text/csv' }, agent: false })
    const answered = once(sent, 'response')
    sent.write(`${HEADER}\n`)
    await eventually('the import has begun', 30, isImporting)
    const [{ last }] = await app.database.sql<[{ last: Date }]>`select now() as last`
    sent.end([row('FEE', 0, { fee: 20 }), row('PAID_OUT', 20), ''].join('\n'))
    await answered
    const entries = await app.database.sql<{ late: boolean }[]>`
      select posted_at > ${last} as late from bank_entries where provider_account_id = ${account}`
    expect(entries.map(({ late }) => late)).toEqual([true, true])
  })

  it.each([
    ['without its header', 'text/csv', 'a,b\n1,2\n', 422],
    ['of no bytes', 'text/csv', '', 422],
    ['of another kind', 'application/pdf', 'x', 415],
  ])('%s changes nothing', async (_, type, body, status) => {
    const path = `/admin/provider-accounts/${account}/settlements`
    const answer = await app.operator('POST', path, { body, headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    expect(await stored()).toEqual(NOTHING)
  })

  it('above 64 MiB is a 413, and with more than 1,000 batches a 422', {
    timeout: 300_000,
  }, async () => {
    const large = await app.upload(account, 'x'.repeat(64 * 1024 * 1024 + 1))
    expect(large.status).toBe(413)
    const batches = Array.from({ length: 1001 }, (_, at) => row('FEE', 0, { fee: 1, batch: `b${at}` }))
    expect((await app.upload(account, fileOf(...batches))).body.errors[0].message).toContain('1000 batches')
    expect(await stored()).toEqual(NOTHING)
  })

  it('goes to an account that exists, and by default as its provider writes it', async () => {
    expect((await app.upload('acc_none', HEADER)).status).toBe(404)
    expect((await app.upload(account, HEADER, '?format=other')).status).toBe(422)
    const { status, body } = await app.upload(account, fileOf(), '')
    expect(status).toBe(202)
    const { body: settlement } = await app.operator('GET', `/admin/settlements/${body.id}`)
    expect(settlement).toMatchObject({ format: 'generic', rows: 0, batches: [], status: 'DONE' })
  })
})

it('lists files by account and status, newest first', async () => {
  const other = await app.accountOf(merchant, 'payout-simulator')
  const ids = []
  for (const at of [account, other, account])
    ids.push((await app.imported(at, fileOf(row('FEE', 0, { fee: ids.length })))).id)
  const list = async (query: string) => {
    const { body } = await app.operator('GET', `/admin/settlements?provider_account_id=${query}`)
    return body.items.map(({ id }: { id: string }) => id)
  }
  expect(await list(account)).toEqual([ids[2], ids[0]])
  expect(await list(`${account}&status=DONE&limit=1`)).toEqual([ids[2]])
  expect(await list(`${other}&status=PROCESSING`)).toEqual([])
})

it('only operators may see them', async () => {
  const sold = await pay(merchant)
  const before = (await merchant.call('GET', '/api/balances')).body
  const { id } = await app.imported(
    account,
    fileOf(row('PURCHASE', 1250, { reference: sold.id }), row('PAID_OUT', -1250)),
  )
  const paths = [`/admin/settlements/${id}`, `/admin/settlements/${id}/rows`, '/admin/settlements']
  for (const path of paths) expect((await merchant.call('GET', path)).status).toBe(403)
  const upload = { body: fileOf(), headers: { 'content-type': 'text/csv' } }
  expect((await merchant.call('POST', `/admin/provider-accounts/${account}/settlements`, upload)).status).toBe(403)
  expect((await merchant.call('POST', `/admin/settlements/${id}/revert`, { body: {} })).status).toBe(403)
  expect((await merchant.call('GET', '/api/balances')).body).toEqual(before)
  expect((await merchant.call('GET', '/api/audit-log')).text).not.toContain(id)
})
