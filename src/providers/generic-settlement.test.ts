import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currenciesWith, majorUnitsOf } from '#domain/currency.ts'
import { MAX_AMOUNT } from '#domain/money.ts'
import { SETTLEMENT_ROW_TYPES, SettlementFileError, type SettlementRow } from '#domain/settlement-row.ts'
import { chunksOf, readRows } from '#test/settlement-rows.ts'
import { readGenericSettlement } from './generic-settlement.ts'

const HEADER = 'batch,type,reference,provider_reference,currency,gross,fee,net,settled_at'
const ROW = 'B1,CAPTURE,order-1,pi_1,EUR,10.50,0.25,10.25,2026-11-28T10:00:00Z'

const read = (...rows: string[]) => readRows(readGenericSettlement, [HEADER, ...rows, ''].join('\n'))
const withCell = (column: string, text: string) => {
  const cells = ROW.split(',')
  cells[HEADER.split(',').indexOf(column)] = text
  return cells.join(',')
}

it('reads a row in minor units', async () => {
  expect(await read(ROW)).toEqual([
    {
      line: 2,
      batch: 'B1',
      type: 'CAPTURE',
      reference: 'order-1',
      providerReference: 'pi_1',
      amount: { amount: 1050n, currency: 'EUR' },
      currency: 'EUR',
      gross: 1050n,
      fee: 25n,
      net: 1025n,
      settledAt: new Date('2026-11-28T10:00:00Z'),
    },
  ])
})

it.each([
  ['fee with a gross amount', 'B1,FEE,,,EUR,1.00,0.25,0.75,2026-11-28', 'gross of a FEE is not 0'],
  ['net that is not gross less fee', withCell('net', '10.26'), 'net is not gross less fee'],
  ['fraction of a cent', withCell('gross', '10.501'), 'gross is not an amount with at most 2 decimals'],
  ['exponent', withCell('gross', '1e3'), 'gross is not an amount'],
  ['amount with a comma', withCell('gross', '"10,50"'), 'gross is not an amount'],
  ['huge amount', withCell('gross', '92233720368547758.08'), 'gross is above the largest amount'],
  ['endless amount', withCell('gross', '9'.repeat(5000)), 'gross is not an amount'],
  ['unknown type', withCell('type', 'SALE'), 'type is not one of CAPTURE,'],
  ['unknown currency', withCell('currency', 'ZZZ'), 'currency is not a currency'],
  ['empty batch', withCell('batch', ''), 'batch is empty'],
  ['day that does not exist', withCell('settled_at', '2026-02-31'), 'settled_at is not a time'],
  ['time without sense', withCell('settled_at', 'yesterday'), 'settled_at is not a time'],
  ['control character', withCell('reference', 'a\u0000b'), 'reference has control characters'],
  ['long reference', withCell('reference', 'x'.repeat(101)), 'reference has more than 100 characters'],
  ['card number', withCell('reference', '4111 1111 1111 1111'), 'reference looks like a card number'],
  ['card number in wide groups', withCell('reference', '4111 - 1111  1111 1111'), 'reference looks like a card number'],
  ['card number as an ID', withCell('provider_reference', '4111111111111111'), 'provider_reference looks like a card'],
  ['row that is too short', 'B1,CAPTURE', 'the row has not as many cells as the header'],
  ['misplaced quote', withCell('gross', '10"50'), 'gross is not an amount'],
])('rejects a %s alone, without repeating it', async (_, row, reason) => {
  const rows = await read(row, ROW)
  expect(rows).toEqual([{ line: 2, unreadable: expect.stringContaining(reason) }, expect.objectContaining({ line: 3 })])
  expect(JSON.stringify(rows[0])).not.toMatch(/4111|9999/)
})

it.each([
  ['an empty file', '', 'The file is empty.'],
  ['a header without a column', 'batch,type\n', 'The header needs the column "reference" once'],
  ['a header with a column twice', `${HEADER},net\n`, 'The header needs the column "net" once'],
  ['a row without end', `${HEADER}\nB1,${'x'.repeat(20_000)}`, 'A row has more than 16 KiB'],
  ['a quote that is not closed', `${HEADER}\nB1,"CAPTURE,${'a\n'.repeat(20_000)}`, 'a quote is not closed'],
  ['a quote that is not closed at the end', `${HEADER}\n${ROW}\nB1,"CAPTURE`, 'a quote is not closed'],
])('refuses %s', async (_, file, message) => {
  await expect(readRows(readGenericSettlement, file)).rejects.toThrow(new SettlementFileError(message).message)
})

it.each([
  ['Latin 1', [0xe4, 0x6f]],
  ['UTF-16', [0xff, 0xfe, 0x62, 0x00]],
  ['a character that is cut off', [0xe2, 0x82]],
])('refuses %s', async (_, bytes) => {
  await expect(readRows(readGenericSettlement, [Uint8Array.from(bytes)])).rejects.toThrow('The file is not UTF-8')
})

it('reads a byte order mark, Windows line ends, quoted line ends and further columns', async () => {
  const file = `\uFEFF${HEADER},note\r\n${ROW},"two\r\nlines"\r\n\r\n${ROW},\r\n`
  expect(await readRows(readGenericSettlement, file)).toMatchObject([{ net: 1025n }, { net: 1025n }])
})

const text = fc.stringMatching(/^[A-Za-z_,"é€;-]{1,20}$/)
const money = fc.bigInt(-MAX_AMOUNT / 4n, MAX_AMOUNT / 4n)
const row = fc
  .record({
    batch: text,
    type: fc.constantFrom(...SETTLEMENT_ROW_TYPES),
    reference: fc.option(text, { nil: undefined }),
    providerReference: fc.option(text, { nil: undefined }),
    currency: fc.constantFrom(...[0, 2, 3, 4].flatMap(currenciesWith)),
    gross: money,
    fee: money,
    settledAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  })
  .map(({ gross: any, ...rest }) => {
    const gross = rest.type === 'FEE' ? 0n : any
    return { ...rest, gross, net: gross - rest.fee, amount: { amount: gross, currency: rest.currency } }
  })

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

function written({ currency, ...row }: Omit<SettlementRow, 'line'>): string {
  const amounts = [row.gross, row.fee, row.net].map((amount) => majorUnitsOf({ amount, currency }))
  const texts = [row.batch, row.type, row.reference ?? '', row.providerReference ?? '', currency]
  return [...texts.map(quoted), ...amounts, row.settledAt.toISOString()].join(',')
}

it('reads what is written, in chunks of any size', async () => {
  const property = fc.asyncProperty(
    fc.array(row, { maxLength: 20 }),
    fc.integer({ min: 1, max: 99 }),
    async (rows, size) => {
      const file = [HEADER, ...rows.map(written)].join('\n')
      const expected = rows.map((content, index) => ({ line: index + 2, ...content }))
      expect(await readRows(readGenericSettlement, chunksOf(file, size))).toEqual(expected)
    },
  )
  await fc.assert(property)
})

it('reads 500,000 rows in bounded memory', { tags: ['full'], timeout: 120_000 }, async () => {
  async function* file() {
    yield new TextEncoder().encode(`${HEADER}\n`)
    for (let chunk = 0; chunk < 500; chunk++) yield new TextEncoder().encode(`${ROW}\n`.repeat(1000))
  }
  let [rows, most] = [0, 0]
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for await (const row of readGenericSettlement(file())) {
    if (++rows % 20_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before)
    if ('unreadable' in row) throw new Error(row.unreadable)
  }
  expect(rows).toBe(500_000)
  expect(most).toBeLessThan(200 * 1024 * 1024)
})
