import { expect, it } from 'vitest'
import { readRows } from '#test/settlement-rows.ts'
import { readSettlement } from './settlement.ts'

const HEADER =
  `Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,
Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),
Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,
Modification Merchant Reference,Batch Number,Reserved4`.replaceAll('\n', '')

const PAYMENT = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX8'
const OTHER = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX9'

/** Columns from `Psp Reference` on, as the documents' samples have them. */
const line = (columns: string) => `TestCompany,TestMerchant,${columns}`
const SETTLED = line(
  `1813702551707653,${PAYMENT},visa,2026-06-03 11:26:49,CET,Settled,1713702551795048,GBP,,5.00,1,GBP,,4.88,,0.04,0.01,0.07,visaclassic,,4,`,
)

const read = (...lines: string[]) => readRows(readSettlement, [HEADER, ...lines, ''].join('\n'))

it('reads a payment with its interchange, in the batch and its currency', async () => {
  expect(await read(SETTLED)).toEqual([
    {
      line: 2,
      batch: '4',
      type: 'PURCHASE',
      reference: PAYMENT,
      providerReference: '1813702551707653',
      amount: { amount: 500n, currency: 'GBP' },
      currency: 'GBP',
      gross: 500n,
      fee: 12n,
      net: 488n,
      settledAt: new Date('2026-06-03T10:26:49Z'),
    },
  ])
})

it('reads the amount of a payment in its currency, and the rest in that of the batch', async () => {
  const row = SETTLED.replace('GBP,,5.00,1,GBP', 'JPY,,1000,0.005,GBP')
  expect(await read(row)).toMatchObject([{ amount: { amount: 1000n, currency: 'JPY' }, currency: 'GBP', gross: 500n }])
})

it.each([
  [
    'capture',
    SETTLED.replace('visaclassic,,', `visaclassic,${OTHER},`),
    { type: 'CAPTURE', reference: OTHER, providerReference: '1713702551795048', net: 488n },
  ],
  [
    'refund',
    line(`QFQT,${PAYMENT},visa,2026-06-03 11:26:49,PDT,Refunded,LQWD,EUR,49.90,,1,EUR,50.00,,0.10,,,,visa,${OTHER},4,`),
    { type: 'REFUND', reference: OTHER, providerReference: 'LQWD', gross: -4990n, fee: 10n, net: -5000n },
  ],
  [
    'chargeback',
    line(
      `1313642467023511,${PAYMENT},visa,2026-03-26 22:37:26,CET,Chargeback,2313642467170922,EUR,349.99,,1,EUR,357.49,,7.5,,,,visa,,4,`,
    ),
    { type: 'CHARGEBACK', reference: PAYMENT, gross: -34999n, fee: 750n, net: -35749n },
  ],
  [
    'fee',
    line(',,,2026-06-11 04:55:40,BST,Fee,Transaction Fees June 2026,,,,,EUR,12.30,,,,,,,,4,'),
    { type: 'FEE', reference: undefined, gross: 0n, fee: 1230n, net: -1230n },
  ],
  [
    'payout to the bank',
    line(',,,2026-06-11 04:55:40,XYZ,MerchantPayout,"TX4XT batch 4, TestMerchant",,,,,EUR,1000.00,,,,,,,,4,'),
    { type: 'PAID_OUT', gross: -100_000n, fee: 0n, net: -100_000n, settledAt: new Date('2026-06-11T04:55:40Z') },
  ],
])('reads a %s', async (_, row, expected) => {
  expect(await read(row)).toMatchObject([expected])
})

it.each([
  ['reserve', SETTLED.replace('Settled', 'DepositCorrection'), 'Type is neither a payment nor a fee; book it by hand'],
  ['net that does not add up', SETTLED.replace('4.88', '4.87'), 'net is not gross less fees'],
  ['row without a batch', SETTLED.replace(',4,', ',,'), 'Batch Number is empty'],
])('rejects a %s', async (_, row, unreadable) => {
  expect(await read(row)).toEqual([{ line: 2, unreadable }])
})

it('keeps only our attempt ID as a reference', async () => {
  expect(await read(SETTLED.replace(PAYMENT, '4111111111111111'))).toMatchObject([{ reference: undefined }])
})

it('refuses another report', async () => {
  await expect(readRows(readSettlement, 'a,b\n1,2\n')).rejects.toThrow('needs the column "Psp Reference"')
})

it('drops an ID that may be a card number', async () => {
  const rows = await read(SETTLED.replace('1813702551707653', '4111111111111111'))
  expect(rows).toMatchObject([{ reference: PAYMENT, providerReference: undefined }])
})

it('rejects a row whose fees together are above the largest amount', async () => {
  const most = '92233720368547758.07'
  const rows = await read(
    SETTLED.replace('JPY', 'GBP').replace('GBP,,5.00', 'USD,,5.00').replace('0.04,0.01', `${most},${most}`),
  )
  expect(rows).toEqual([{ line: 2, unreadable: 'a sum of its amounts is above the largest amount' }])
})
