import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvRows } from '#domain/csv-rows.ts'
import { minorUnits } from '#domain/currency.ts'
import type { Balance, Leg } from '#flows/ledger/export-ledger.ts'
import { BOOKS } from './books.ts'

const ENTRY = { day: '2026-01-15', transactionId: 'trx_1', type: 'PURCHASE', reference: 'order-1' }

async function* batch<T>(...rows: T[]) {
  yield rows
}

interface Parts {
  readonly opening?: Balance[]
  readonly legs?: Leg[]
  readonly closing?: Balance[]
}

async function write(format: keyof typeof BOOKS, { opening = [], legs = [], closing = [] }: Parts): Promise<string> {
  const parts = { opening: batch(...opening), legs: batch(...legs), closing: batch(...closing) }
  return (await Array.fromAsync(BOOKS[format]({ from: '2026-01-01', to: '2026-01-31', ...parts }))).join('')
}

function entry(amount: bigint, currency: string, changes: Partial<Leg> = {}): Leg[] {
  const common = { ...ENTRY, currency, ...changes }
  return [
    { ...common, account: 'provider-clearing', owner: 'acc_1', amount: String(amount) },
    { ...common, account: 'merchant-payable', owner: 'mer_eu_1', amount: String(-amount) },
  ]
}

const opening: Balance[] = [
  { account: 'provider-clearing', owner: 'acc_1', currency: 'EUR', amount: '500' },
  { account: 'merchant-payable', owner: 'mer_eu_1', currency: 'EUR', amount: '-500' },
  { account: 'merchant-payable', owner: 'mer_eu_1', currency: 'JPY', amount: '0' },
]
const closing = opening.map((balance) => ({ ...balance, amount: balance.amount.replace('500', '1750') }))
const parts = { opening, legs: entry(1250n, 'EUR'), closing }

it('writes a Beancount file: opening balances, a transaction an entry, an assertion a balance', async () => {
  expect(await write('beancount', parts)).toBe(`; Ledger from 2026-01-01 to 2026-01-31, UTC

2026-01-01 * "Opening balances"
  Assets:Provider-Clearing:Acc-1  5.00 EUR
  Liabilities:Merchant-Payable:Mer-eu-1  -5.00 EUR

2026-01-15 * "PURCHASE"
  id: "trx_1"
  type: "PURCHASE"
  reference: "order-1"
  Assets:Provider-Clearing:Acc-1  12.50 EUR
  Liabilities:Merchant-Payable:Mer-eu-1  -12.50 EUR

2026-01-01 open Assets:Provider-Clearing:Acc-1
2026-02-01 balance Assets:Provider-Clearing:Acc-1  17.50 ~ 0 EUR

2026-01-01 open Liabilities:Merchant-Payable:Mer-eu-1
2026-02-01 balance Liabilities:Merchant-Payable:Mer-eu-1  -17.50 ~ 0 EUR
2026-02-01 balance Liabilities:Merchant-Payable:Mer-eu-1  0 ~ 0 JPY
`)
})

it('writes an hledger journal with the same parts', async () => {
  expect(await write('hledger', parts)).toBe(`; Ledger from 2026-01-01 to 2026-01-31, UTC
decimal-mark .

2026-01-01 * Opening balances
    Assets:Provider-Clearing:Acc-1  5.00 EUR
    Liabilities:Merchant-Payable:Mer-eu-1  -5.00 EUR

2026-01-15 * PURCHASE
    ; id: trx_1
    ; type: PURCHASE
    ; reference: order-1
    Assets:Provider-Clearing:Acc-1  12.50 EUR
    Liabilities:Merchant-Payable:Mer-eu-1  -12.50 EUR

2026-01-31 * Closing balances
    Assets:Provider-Clearing:Acc-1  0 EUR = 17.50 EUR
    Liabilities:Merchant-Payable:Mer-eu-1  0 EUR = -17.50 EUR
    Liabilities:Merchant-Payable:Mer-eu-1  0 JPY = 0 JPY
`)
})

it('writes CSV with a leg a row, after the opening balances', async () => {
  expect((await write('csv', parts)).split('\r\n')).toEqual([
    'date,transaction_id,type,reference,account,currency,amount',
    '2026-01-01,,OPENING,,Assets:Provider-Clearing:Acc-1,EUR,5.00',
    '2026-01-01,,OPENING,,Liabilities:Merchant-Payable:Mer-eu-1,EUR,-5.00',
    '2026-01-15,trx_1,PURCHASE,order-1,Assets:Provider-Clearing:Acc-1,EUR,12.50',
    '2026-01-15,trx_1,PURCHASE,order-1,Liabilities:Merchant-Payable:Mer-eu-1,EUR,-12.50',
    '',
  ])
})

it('writes nothing but the head for a period without a history', async () => {
  expect(await write('beancount', {})).toBe('; Ledger from 2026-01-01 to 2026-01-31, UTC\n')
  expect(await write('hledger', {})).toBe('; Ledger from 2026-01-01 to 2026-01-31, UTC\ndecimal-mark .\n')
  expect(await write('csv', {})).toBe('date,transaction_id,type,reference,account,currency,amount\r\n')
})

it.each([
  [5n, 'JPY', '5'],
  [5n, 'EUR', '0.05'],
  [5n, 'KWD', '0.005'],
  [5n, 'CLF', '0.0005'],
  [9_223_372_036_854_775_807n, 'JPY', '9223372036854775807'],
  [9_223_372_036_854_775_807n, 'EUR', '92233720368547758.07'],
  [9_223_372_036_854_775_807n, 'KWD', '9223372036854775.807'],
  [184_467_440_737_095_516_140n, 'EUR', '1844674407370955161.40'],
])('%d minor units of %s are %s', async (amount, currency, units) => {
  for (const format of ['beancount', 'hledger'] as const) {
    const text = await write(format, { legs: entry(amount, currency) })
    expect(text).toContain(`  Assets:Provider-Clearing:Acc-1  ${units} ${currency}\n`)
    expect(text).toContain(`  Liabilities:Merchant-Payable:Mer-eu-1  -${units} ${currency}\n`)
  }
  expect(await write('csv', { legs: entry(amount, currency) })).toMatch(new RegExp(`,${units}\r\n.*,-${units}\r\n$`))
})

it.each([
  ['two\r\nlines', 'two\\r\\nlines', 'two\\r\\nlines', 'two\\r\\nlines'],
  ['a\ttab', 'a\\ttab', 'a\\ttab', 'a\\ttab'],
  ['"quoted"', '\\"quoted\\"', '\\"quoted\\"', '"\\""quoted\\"""'],
  ['back\\slash', 'back\\\\slash', 'back\\\\slash', 'back\\\\slash'],
  ['a, b', 'a, b', 'a\\u002c b', '"a, b"'],
  [' x ', ' x ', '\\u0020x\\u0020', '" x "'],
  [
    '\u2028\u202e\u{e0041}',
    '\\u2028\\u202e\\udb40\\udc41',
    '\\u2028\\u202e\\udb40\\udc41',
    '\\u2028\\u202e\\udb40\\udc41',
  ],
  ['Größe ✓ 🫘', 'Größe ✓ 🫘', 'Größe ✓ 🫘', 'Größe ✓ 🫘'],
])('escapes the reference %j', async (reference, beancount, hledger, csv) => {
  const legs = entry(1n, 'EUR', { reference })
  expect(await write('beancount', { legs })).toContain(`\n  reference: "${beancount}"\n`)
  expect(await write('hledger', { legs })).toContain(`\n    ; reference: ${hledger}\n`)
  expect(await write('csv', { legs })).toContain(`\r\n2026-01-15,trx_1,PURCHASE,${csv},Assets:`)
})

const TEXT = fc.string({ unit: 'binary', maxLength: 80 }).filter((text) => text.isWellFormed() && !text.includes('\0'))

it('any reference is on one line, and is read back by the rules of JSON', async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, async (reference) => {
      const legs = entry(1n, 'EUR', { reference })
      const read = (text: string | undefined) => JSON.parse(`"${text}"`)
      const [beancount, hledger] = [await write('beancount', { legs }), await write('hledger', { legs })]
      expect([beancount.split('\n').length, hledger.split('\n').length]).toEqual([9, 10])
      expect(read(/\n {2}reference: "(.*)"\n/.exec(beancount)![1])).toBe(reference)
      const [, tag] = /\n {4}; reference: (.*)\n/.exec(hledger)!
      expect(tag).not.toContain(',')
      expect(tag).toBe(tag!.trim())
      expect(read(tag)).toBe(reference)
      const { cells } = [...csvRows(await write('csv', { legs }))][1]!
      // A quote keeps spreadsheets from reading a formula.
      expect([reference, `'${reference}`]).toContain(reference.match(/[;=+\-@＝＋－＠]/) ? reference : read(cells![3]))
    }),
  )
})

const AMOUNT = fc.bigInt(1n, 9_223_372_036_854_775_807n)
const ENTRIES = fc.array(fc.tuple(AMOUNT, fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF')), { minLength: 1, maxLength: 30 })

it('the sums of the file are those of the journal', async () => {
  await fc.assert(
    fc.asyncProperty(ENTRIES, async (entries) => {
      const legs = entries.flatMap(([amount, currency]) => entry(amount, currency))
      const expected = sums(legs.map(({ owner, currency, amount }) => [`${owner} ${currency}`, BigInt(amount)]))
      const rows = [...csvRows(await write('csv', { legs }))].slice(1).map(({ cells }) => cells!)
      const found = rows.map(([, , , , account, currency, amount]): [string, bigint] => [
        `${account!.endsWith(':Acc-1') ? 'acc_1' : 'mer_eu_1'} ${currency}`,
        minorOf(amount!, currency!),
      ])
      expect(sums(found)).toEqual(expected)
      const books = await write('beancount', { legs })
      const changes = [...books.matchAll(/^ {2}\w+:\S+:(\S+) {2}(\S+) (\w+)$/gm)]
      const booked = changes.map(([, owner, amount, currency]): [string, bigint] => [
        `${owner === 'Acc-1' ? 'acc_1' : 'mer_eu_1'} ${currency}`,
        minorOf(amount!, currency!),
      ])
      expect(sums(booked)).toEqual(expected)
    }),
  )
})

function minorOf(amount: string, currency: string): bigint {
  const [, decimals = ''] = amount.split('.')
  expect(decimals.length).toBe(minorUnits(currency))
  return BigInt(amount.replace('.', ''))
}

function sums(changes: readonly (readonly [string, bigint])[]): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const [name, amount] of changes) totals.set(name, (totals.get(name) ?? 0n) + amount)
  return totals
}
