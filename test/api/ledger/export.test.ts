import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/time-zone.ts'
import { eventually } from '#test/eventually.ts'
import { awayFromMidnight } from '#test/midnight.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { tollgate } from '../cli/tollgate.ts'
import { followUp, type LedgerApp, pay, payByBank, payOut, startLedgerApp } from './ledger-app.ts'

let app: LedgerApp
let today: string
beforeAll(async () => {
  app = await startLedgerApp()
  await awayFromMidnight(60)
  today = new Date().toISOString().slice(0, 10)
})
afterAll(() => app.close())

const PATH = '/admin/ledger/export'

async function download(query: Record<string, string>) {
  const { status, headers, text } = await app.operator('GET', `${PATH}?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return { headers, text }
}

/** Moves the entries of a transaction into the past, since none can be made there. */
async function moveBack({ id }: { readonly id: string }, days: number): Promise<void> {
  await app.database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update ledger_entries set posted_at = posted_at - make_interval(days => ${days}) where transaction_id = ${id}`
  })
}

/** Rows of the CSV of a merchant, without its header. */
async function rowsOf({ merchantId }: TestMerchant, from: string, to: string, changes: Record<string, string> = {}) {
  const { text } = await download({ from, to, format: 'csv', merchant_id: merchantId, ...changes })
  const [header, ...rows] = text.split('\r\n').slice(0, -1)
  expect(header).toBe('date,transaction_id,type,reference,account,currency,amount')
  return rows.map((row) => row.split(','))
}

const idOf = (payment: { readonly processing_result: { readonly payment_provider_account_id: string } }) =>
  payment.processing_result.payment_provider_account_id

describe('GET /admin/ledger/export', () => {
  it('has opening balances, the entries of the period, and nothing later', async () => {
    const merchant = await app.merchantWith({ fee_fixed: 5 })
    const [before, within, after] = [await pay(merchant), await pay(merchant), await pay(merchant)]
    await moveBack(before, 40)
    await moveBack(within, 20)
    const [from, to] = [addDays(today, -30), addDays(today, -10)]
    const [clearing, payable] = [
      `Assets:Provider-Clearing:${idOf(after).replace('acc_', 'Acc-')}`,
      `Liabilities:Merchant-Payable:${merchant.merchantId.replace('mer_', 'Mer-')}`,
    ]
    const income = `Income:Fees:${merchant.merchantId.replace('mer_', 'Mer-')}`
    const entry = [addDays(today, -20), within.id, 'PURCHASE', within.reference]
    expect(await rowsOf(merchant, from, to)).toEqual([
      [from, '', 'OPENING', '', income, 'EUR', '-0.05'],
      [from, '', 'OPENING', '', payable, 'EUR', '-12.45'],
      [from, '', 'OPENING', '', clearing, 'EUR', '12.50'],
      [...entry, clearing, 'EUR', '12.50'],
      [...entry, payable, 'EUR', '-12.50'],
      [...entry, payable, 'EUR', '0.05'],
      [...entry, income, 'EUR', '-0.05'],
    ])
    const { text } = await download({ from, to, format: 'beancount', merchant_id: merchant.merchantId })
    expect(text).toContain(`\n${addDays(to, 1)} balance ${payable}  -24.90 ~ 0 EUR\n`)
    const journal = await download({ from, to, format: 'hledger', merchant_id: merchant.merchantId })
    expect(journal.text).toContain(`\n    ${payable}  0 EUR = -24.90 EUR\n`)
  })

  it.each([
    ['beancount', 'text/plain; charset=utf-8', 'beancount'],
    ['hledger', 'text/plain; charset=utf-8', 'journal'],
    ['csv', 'text/csv; charset=utf-8', 'csv'],
  ])('as %s is %s, and the same bytes each time', async (format, type, extension) => {
    const query = { from: addDays(today, -365), to: today, format }
    const { headers, text } = await download(query)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="ledger-${query.from}-${today}.${extension}"`)
    expect((await download(query)).text).toBe(text)
  })

  it('is of one merchant, or of one of its provider accounts, if they are named', async () => {
    const [merchant, other] = [await app.merchantWith({}), await app.merchantWith({})]
    const [sold, banked] = [await pay(merchant), await payByBank(merchant)]
    await pay(other)
    const idsBy = async (changes: Record<string, string>) =>
      new Set((await rowsOf(merchant, today, today, changes)).map(([, id]) => id))
    expect(await idsBy({})).toEqual(new Set([sold.id, banked.id]))
    expect(await idsBy({ provider_account_id: idOf(banked) })).toEqual(new Set([banked.id]))
    const { text } = await download({ from: today, to: today, format: 'csv', provider_account_id: idOf(sold) })
    expect(
      new Set(
        text
          .split('\r\n')
          .slice(1, -1)
          .map((row) => row.split(',')[1]),
      ),
    ).toEqual(new Set([sold.id]))
  })

  it('equals the journal, to the last digit of each account and currency', async () => {
    const merchant = await app.merchantWith({ fee_basis_points: 290, fee_fixed: 1 })
    for (const [currency, amount] of [
      ['EUR', 1250],
      ['JPY', 700],
      ['KWD', 12_345],
      ['EUR', 9223372036854775807n],
    ])
      await pay(merchant, { currency, amount })
    await pay(merchant, { amount: 9223372036854775807n })
    const held = await pay(merchant, { amount: 800, transaction_type: 'AUTHORIZE' })
    await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 300 })
    await payOut(merchant)
    const sums = await app.database.sql<{ currency: string; debits: string; credits: string }[]>`
      select currency, sum(amount)::text as debits, (-sum(amount))::text as credits from ledger_entries
      where merchant_id = ${merchant.merchantId} group by currency order by currency`
    const rows = await rowsOf(merchant, today, today)
    const sum = (currency: string, sign: RegExp) =>
      String(
        rows
          .filter((row) => row[5] === currency && sign.test(row[6]!))
          .reduce((total, row) => total + BigInt(row[6]!.replace('.', '')), 0n),
      )
    expect(sums.map((row) => row.currency)).toEqual(['EUR', 'JPY', 'KWD'])
    expect(BigInt(sums[0]!.debits)).toBeGreaterThan(2n ** 64n)
    for (const { currency, debits, credits } of sums)
      expect([sum(currency, /^\d/), sum(currency, /^-/)]).toEqual([debits, credits])
  })

  it('shows an entry of no transaction as SETTLEMENT', async () => {
    const merchant = await app.merchantWith({})
    await app.database.sql`
      insert into ledger_entries (merchant_id, transaction_id, line, debit, credit, amount, currency,
        provider_account_id, posted_at)
      values (${merchant.merchantId}, 'stl_1', 1, 'provider-clearing', 'merchant-payable', 5, 'EUR', 'acc_1',
        now() - interval '3 days')`
    const day = addDays(today, -3)
    expect((await rowsOf(merchant, day, day)).map((row) => row.slice(0, 4))).toEqual([
      [day, 'stl_1', 'SETTLEMENT', ''],
      [day, 'stl_1', 'SETTLEMENT', ''],
    ])
    await app.database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`delete from ledger_entries where transaction_id = 'stl_1'`
    })
  })

  it.each([
    ['a missing format', 'format', { format: '' }],
    ['another format', 'format', { format: 'ledger' }],
    ['no first day', 'from', { from: '' }],
    ['no last day', 'to', { to: '' }],
    ['a day that is none', 'from', { from: '2026-02-30' }],
    ['a day to come', 'to', { to: '2999-01-01' }],
    ['a first day after the last', 'from', { from: '2026-01-02', to: '2026-01-01' }],
    ['367 days', 'from', { from: '2024-12-31', to: '2026-01-01' }],
    ['an unknown merchant', 'merchant_id', { merchant_id: 'mer_none' }],
    ['an unknown provider account', 'provider_account_id', { provider_account_id: 'acc_none' }],
  ])('with %s is a 422 on %s', async (_what, property, changes) => {
    const query = { from: '2026-01-01', to: '2026-01-31', format: 'csv', ...changes }
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
    const { status, body } = await app.operator('GET', `${PATH}?${new URLSearchParams(given)}`)
    expect({ status, properties: body.errors.map((each: { property: string }) => each.property) }).toEqual({
      status: 422,
      properties: [property],
    })
  })

  it('allows 366 days', async () => {
    await download({ from: addDays(today, -365), to: today, format: 'csv' })
  })

  it("with another merchant's provider account is a 422", async () => {
    const { merchantId } = await app.merchantWith({})
    const account = idOf(await pay(await app.merchantWith({})))
    const query = `from=${today}&to=${today}&format=csv&merchant_id=${merchantId}&provider_account_id=${account}`
    expect((await app.operator('GET', `${PATH}?${query}`)).body.errors).toMatchObject([
      { property: 'provider_account_id' },
    ])
  })

  it('needs an operator', async () => {
    const query = `from=${today}&to=${today}&format=csv`
    expect(await app.merchant.call('GET', `${PATH}?${query}`)).toMatchObject({ status: 403 })
    expect((await fetch(`${app.baseUrl}${PATH}?${query}`)).status).toBe(401)
  })

  it('reads no further than its caller, and ends in the database when the caller leaves', async () => {
    const merchant = await app.merchantWith({})
    const { TOLLGATE_CLIENT_ID: id, TOLLGATE_CLIENT_SECRET: secret } = app.operatorEnv
    await app.database.sql`
      insert into ledger_entries (merchant_id, transaction_id, line, debit, credit, amount, currency,
        provider_account_id, posted_at)
      select ${merchant.merchantId}, 'trx_' || number, 1, 'provider-clearing', 'merchant-payable', number, 'EUR', 'acc_1',
        now() - interval '400 days'
      from generate_series(1, 100000) as number`
    const headers = { authorization: `Bearer ${await fetchToken(app.baseUrl, id!, secret!)}` }
    const day = addDays(today, -400)
    const url = `${app.baseUrl}${PATH}?from=${day}&to=${day}&format=beancount&merchant_id=${merchant.merchantId}`
    const asked = request(url, { headers, agent: false }).end()
    const [answer] = await once(asked, 'response')
    answer.once('error', () => undefined)
    await eventually('the export waits for its reader', 30, async () => (await sessions()).includes('waits'))
    asked.destroy()
    await eventually('the export is gone', 30, async () => (await sessions()).length === 0)
  })

  it('is canceled in the database while it waits there', async () => {
    const { TOLLGATE_CLIENT_ID: id, TOLLGATE_CLIENT_SECRET: secret } = app.operatorEnv
    const headers = { authorization: `Bearer ${await fetchToken(app.baseUrl, id!, secret!)}` }
    const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = app.database.sql.begin(async (transaction) => {
      await transaction`lock table ledger_entries in access exclusive mode`
      locked.resolve()
      await over.promise
    })
    await locked.promise
    const asked = request(`${app.baseUrl}${PATH}?from=${today}&to=${today}&format=csv`, { headers, agent: false }).end()
    const [answer] = await once(asked, 'response')
    answer.once('error', () => undefined)
    await eventually('the export waits for the table', 30, async () => (await sessions()).includes('active'))
    asked.destroy()
    await eventually('the export is gone', 30, async () => (await sessions()).length === 0)
    over.resolve()
    await held
  })
})

/** States of the sessions of exports. One waits if it had nothing to do for a second. */
async function sessions(): Promise<string[]> {
  const rows = await app.database.sql<{ state: string }[]>`
    select case when state = 'idle in transaction' and state_change < now() - interval '1 second' then 'waits'
      else state end as state
    from pg_stat_activity
    where datname = current_database() and application_name = 'tollgate ledger export'`
  return rows.map(({ state }) => state)
}

describe('tollgate ledger export', () => {
  const run = (...args: string[]) => tollgate(app.operatorEnv, 'ledger', 'export', ...args)

  it('prints the file', async () => {
    const merchant = await app.merchantWith({})
    await pay(merchant, { reference: 'order "1"\r\n\u202e' })
    const { text } = await download({ from: today, to: today, format: 'csv', merchant_id: merchant.merchantId })
    const options = ['--from', today, '--to', today, '--format', 'csv', '--merchant', merchant.merchantId]
    expect(await run(...options)).toEqual({ code: 0, out: text, err: '' })
  })

  it('ends with 1 and the reason if the gateway refuses', async () => {
    const { code, out, err } = await run('--from', '2999-01-01', '--to', '2999-01-01', '--format', 'csv')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('to: Use a day up to today, in UTC.')
  })
})
