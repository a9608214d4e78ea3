import { Type } from 'typebox'
import { Int64, Paging } from './types.ts'
import { listOf, wire } from './wire.ts'

const Minor = (description: string) => Int64({ description: `${description} Minor units.` })

const Balance = wire('Balance', {
  currency: Type.String(),
  pending: Minor('Owed to you from payments that are not settled yet.'),
  available: Minor('Owed to you; negative if you owe it.'),
  authorized: Minor('Authorized but not captured.'),
}).named()

export const Balances = wire('Balances', { items: listOf(Balance) }).named()

export const SettlementParams = Type.Object({
  date: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-31'] }),
})

export const SettlementReport = Type.String({
  examples: [
    'settled_at,transaction_id,transaction_type,reference,order_id,parent_id,terminal_id,provider_account_id,currency,gross,fee,net\r\n,,TOTAL,,,,,,EUR,2800,42,2758\r\n',
  ],
  description:
    'RFC 4180 with a header: one row for each transaction that moved money on that day, then a row `TOTAL` for each currency. Amounts are in minor units, signed; text that begins like a formula, or goes on like one behind a separator, has a quote before it.',
})

export const SettlementDaysQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date', description: 'This day in UTC or later.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'This day in UTC or earlier.' })),
  ...Paging,
})

export const SettlementDayRecord = wire('Settlement day', {
  date: Type.String({ format: 'date', description: 'A day in UTC.' }),
  currency: Type.String(),
  gross: Minor('Signed: what goes to you is positive.'),
  fee: Minor('Fee of the gateway; negative if refunded.'),
  net: Minor('`gross` less `fee`.'),
  rows: Type.Integer({ description: 'Transactions that moved money, as the report of the day lists them.' }),
  closed: Type.Boolean({ description: 'True if the day is final.' }),
}).named({ date: 'day', rows: 'transactions', closed: 'isClosed' })

const BOOK_FORMATS = ['beancount', 'hledger', 'csv'] as const
export type BookFormat = (typeof BOOK_FORMATS)[number]

export const LedgerExportQuery = Type.Object({
  from: Type.String({ format: 'date', description: 'First day, in UTC.' }),
  to: Type.String({ format: 'date', description: 'Last day, in UTC, up to today; at most 366 days.' }),
  format: Type.Enum([...BOOK_FORMATS]),
  merchant_id: Type.Optional(Type.String({ description: 'Only the accounts of this merchant.' })),
  provider_account_id: Type.Optional(Type.String({ description: 'Only entries by this provider account.' })),
})

export const LedgerBooks = Type.String({
  examples: [
    'date,transaction_id,type,reference,account,currency,amount\r\n2026-01-31,trx_2mVnQ8sX4kJ7,PURCHASE,order-1001,Assets:Provider-Clearing:Acc-2mVnQ8sX4kJ7,EUR,28.00\r\n',
  ],
  description:
    'Beancount, hledger, or CSV by RFC 4180 with a header. Amounts have the decimals of their currency; debits are positive.',
})

const Discrepancy = wire(null, {
  check: Type.String({ description: 'The violated rule.' }),
  merchant_id: Type.String(),
  subject: Type.String({
    description: 'The transaction, currency, provider account, or currency and day that violates it.',
  }),
}).named()

const Difference = wire(null, {
  merchant_id: Type.String(),
  subject: Type.String({ description: 'A record that is in no file, or a settlement.' }),
}).named()

export const LedgerVerification = wire('Ledger verification', {
  proven: Type.Boolean({ description: 'True if there is no discrepancy.' }),
  checked: Type.Object({
    transactions: Type.Integer({ description: 'Final ones.' }),
    entries: Type.Integer({ description: 'Of the ledger.' }),
    charges: Type.Integer({ description: "In the simulators' ledgers." }),
  }),
  discrepancies: listOf(Discrepancy, { description: 'At most 100 of each check.' }),
  differences: listOf(Difference, {
    description: 'Records and settlement files that disagree for over a week, at most 100 of each.',
  }),
}).named()

export const LedgerProofLines = Type.String({
  examples: [
    '{"check":"journal-differs-from-transaction","number":2,"of":13,"seconds":4}\n{"proven":true,"checked":{"transactions":8,"entries":15,"charges":8},"discrepancies":[],"differences":[]}\n',
  ],
  description:
    'Lines of JSON: every second the running check, the number of checks and the elapsed seconds. The last line is the response of `GET /admin/ledger/verify`; without it, the verification was stopped.',
})

const Amount = Int64({ description: 'Minor units.' })
const DaySums = wire(null, { currency: Type.String(), gross: Amount, fee: Amount, net: Amount }).named()

export const SettlementDayClosed = wire('Settlement day closed payload', {
  merchant_id: Type.String(),
  day: Type.String({ format: 'date', description: 'In UTC.' }),
  currencies: listOf(DaySums),
}).named()
