import { expect, it } from 'vitest'
import { readRows } from '#test/settlement-rows.ts'
import { readSettlement } from './settlement.ts'

const PAYMENT = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX8'
const REFUND = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX9'

const COLUMNS = `"CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type",
"Transaction Event Code","Transaction Initiation Date","Transaction Completion Date","Transaction  Debit or Credit",
"Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount","Fee Currency","Custom Field",
"Consumer ID","Payment Tracking ID","Store ID"`.replaceAll('\n', '')
const TIMES = '"2026/11/27 23:10:00 -0800","2026/11/27 23:11:12 -0800"'
const SALE = `"SB","4AB12345CD678901E","${PAYMENT}","","","T0006",${TIMES},"CR",10050,"EUR","DR",279,"EUR","${PAYMENT}","C1","",""`

const report = (rows: readonly string[], counts: readonly unknown[] = [rows.length, rows.length], columns = COLUMNS) =>
  [
    '"RH","2026/11/28 04:00:00 -0800","A","ACCOUNT1",9',
    '"FH",1',
    '"SH","2026/11/27 00:00:00 -0800","2026/11/27 23:59:59 -0800","ACCOUNT1",""',
    columns,
    ...rows,
    '"SF","EUR",10050,0,0,279,"CR",0,"CR",9771',
    `"SC",${counts[0]}`,
    '"RF","EUR",10050,0,0,279,"CR",0,"CR",9771',
    `"RC",${counts[1]}`,
    '"FF",1',
  ].join('\r\n')
const read = (...rows: string[]) => readRows(readSettlement, report(rows))

it('reads a payment in the batch of its account and day', async () => {
  expect(await read(SALE)).toEqual([
    {
      line: 5,
      batch: 'ACCOUNT1 2026/11/27',
      type: 'PAYMENT',
      reference: PAYMENT,
      providerReference: '4AB12345CD678901E',
      amount: { amount: 10_050n, currency: 'EUR' },
      currency: 'EUR',
      gross: 10_050n,
      fee: 279n,
      net: 9771n,
      settledAt: new Date('2026-11-28T07:11:12Z'),
    },
  ])
})

const like = (code: string, direction: string, amount: number, currency = 'EUR') =>
  `"SB","5XY","${REFUND}","4AB12345CD678901E","TXN","${code}",${TIMES},"${direction}",${amount},"${currency}","",0,"","","","",""`

it.each([
  ['refund', like('T1107', 'DR', 5000), { type: 'REFUND', reference: REFUND, providerReference: '5XY', net: -5000n }],
  ['chargeback', like('T1201', 'DR', 5000), { type: 'CHARGEBACK', gross: -5000n }],
  ['fee', like('T0106', 'DR', 1600), { type: 'FEE', gross: 0n, fee: 1600n, net: -1600n, reference: undefined }],
  ['withdrawal', like('T0400', 'DR', 9771), { type: 'PAID_OUT', net: -9771n }],
  ['payout', like('T0001', 'DR', 100), { type: 'PAYOUT', reference: REFUND, net: -100n }],
  ['yen', like('T0006', 'CR', 500, 'JPY'), { gross: 500n }],
  ['forint, which PayPal counts whole', like('T0006', 'CR', 500, 'HUF'), { gross: 50_000n }],
  ['returned fee', SALE.replace('"EUR","DR",279', '"EUR","CR",279'), { fee: -279n, net: 10_329n }],
])('reads a %s', async (_, row, expected) => {
  expect(await read(row)).toMatchObject([expected])
})

it.each([
  ['hold', like('T1110', 'DR', 100), 'the event code is neither a payment nor a fee; book it by hand'],
  ['fee in another currency', SALE.replace('279,"EUR"', '279,"USD"'), 'Fee Currency is not the currency of the row'],
  ['amount with decimals', SALE.replace('10050', '100.50'), 'Gross Transaction Amount is not an amount'],
  ['row without a direction', SALE.replace('"CR",10050', '"",10050'), 'the direction of Gross Transaction Amount'],
])('rejects a %s, and counts it', async (_, row, reason) => {
  const rows = await read(row, SALE)
  expect(rows).toEqual([
    { line: 5, unreadable: expect.stringContaining(reason) },
    expect.objectContaining({ net: 9771n }),
  ])
})

it.each([
  ['a wrong count of the section', report([SALE], [2, 1]), 'The report counts other rows than it has'],
  ['a wrong count of the report', report([SALE], [1, 2]), 'The report counts other rows than it has'],
  ['a report without its end', report([SALE]).split('"SF"')[0]!, 'The report is cut short'],
  ['an empty file', '', 'The report is cut short'],
  ['another file', 'batch,type\nB1,FEE\n', 'Line 1 is of no settlement report of PayPal'],
  [
    'a report without a column',
    report([SALE], [1, 1], COLUMNS.replace('"Fee Amount",', '')),
    'the column "Fee Amount"',
  ],
])('refuses %s', async (_, file, message) => {
  await expect(readRows(readSettlement, file)).rejects.toThrow(message)
})
