import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { exactInteger } from '#domain/exact-json.ts'
import { type Balance, readBalances } from '#flows/ledger/balances.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { readSettlementDays, type SettlementDay } from '#flows/ledger/settlement-days.ts'
import { type SettledTransaction, settledTransactions } from '#flows/ledger/settlement-report.ts'
import type { ProofStep, Verification } from '#flows/ledger/verify.ts'
import { type CsvFormat, CsvQuery } from '#interface/csv.ts'
import { ListOf, Paging } from '#interface/types.ts'
import { type Cell, csvFile } from '../response/csv.ts'
import { answer, get } from '../route.ts'
import { csvAnswer } from './common/csv.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

const Minor = (description: string) => Type.Integer({ format: 'int64', description: `${description} Minor units.` })

const Balances = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          currency: Type.String(),
          pending: Minor('Owed to you from payments that are not settled yet.'),
          available: Minor('Owed to you; negative if you owe it.'),
          authorized: Minor('Authorized but not captured.'),
        },
        { title: 'Balance' },
      ),
    ),
  },
  { title: 'Balances' },
)

export const SettlementParams = Type.Object({
  date: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-31'] }),
})

const SettlementReport = Type.String({
  examples: [
    'settled_at,transaction_id,transaction_type,reference,order_id,parent_id,terminal_id,provider_account_id,currency,gross,fee,net\r\n,,TOTAL,,,,,,EUR,2800,42,2758\r\n',
  ],
  description:
    'RFC 4180 with a header: one row for each transaction that moved money on that day, then a row `TOTAL` for each currency. Amounts are in minor units, signed; text that begins like a formula, or goes on like one behind a separator, has a quote before it.',
})

const LedgerVerification = Type.Object(
  {
    proven: Type.Boolean({ description: 'True if there is no discrepancy.' }),
    checked: Type.Object({
      transactions: Type.Integer({ description: 'Final ones.' }),
      entries: Type.Integer({ description: 'Of the ledger.' }),
      charges: Type.Integer({ description: "In the simulators' ledgers." }),
    }),
    discrepancies: Type.Array(
      Type.Object({
        check: Type.String({ description: 'The violated rule.' }),
        merchant_id: Type.String(),
        subject: Type.String({ description: 'The transaction, currency or provider account that violates it.' }),
      }),
      { description: 'At most 100 of each check.' },
    ),
  },
  { title: 'Ledger verification' },
)

const LedgerProofLines = Type.String({
  examples: [
    '{"check":"journal-differs-from-transaction","number":2,"of":9,"seconds":4}\n{"proven":true,"checked":{"transactions":8,"entries":15,"charges":8},"discrepancies":[]}\n',
  ],
  description:
    'Lines of JSON: every second the running check, the number of checks and the elapsed seconds. The last line is the response of `GET /admin/ledger/verify`; without it, the verification was stopped.',
})

const SettlementDaysQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date', description: 'This day in UTC or later.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'This day in UTC or earlier.' })),
  ...Paging,
})

const SettlementDays = ListOf(
  Type.Object(
    {
      date: Type.String({ format: 'date', description: 'A day in UTC.' }),
      currency: Type.String(),
      gross: Minor('Signed: what goes to you is positive.'),
      fee: Minor('Fee of the gateway; negative if refunded.'),
      net: Minor('`gross` less `fee`.'),
      rows: Type.Integer({ description: 'Transactions that moved money, as the report of the day lists them.' }),
      closed: Type.Boolean({ description: 'True if the day is final.' }),
    },
    { title: 'Settlement day' },
  ),
)

function balanceView({ currency, pending, available, authorized }: Balance) {
  return {
    currency,
    pending: exactInteger(pending),
    available: exactInteger(available),
    authorized: exactInteger(authorized),
  }
}

function settlementDayView({ day, currency, gross, fee, transactions, isClosed }: SettlementDay) {
  return {
    date: day,
    currency,
    gross: exactInteger(gross),
    fee: exactInteger(fee),
    net: exactInteger(gross - fee),
    rows: transactions,
    closed: isClosed,
  }
}

function verificationView({ checked, discrepancies }: Verification) {
  return {
    proven: discrepancies.length === 0,
    checked,
    discrepancies: discrepancies.map(({ check, merchantId, subject }) => ({ check, merchant_id: merchantId, subject })),
  }
}

const COLUMNS: Readonly<Record<string, (settled: SettledTransaction) => Cell>> = {
  settled_at: ({ postedAt }) => postedAt.toISOString(),
  transaction_id: ({ transactionId }) => transactionId,
  transaction_type: ({ transactionType }) => transactionType,
  reference: ({ reference }) => reference,
  order_id: ({ orderId }) => orderId,
  parent_id: ({ parentId }) => parentId,
  terminal_id: ({ terminalId }) => terminalId,
  provider_account_id: ({ providerAccountId }) => providerAccountId,
  currency: ({ currency }) => currency,
  gross: ({ gross }) => gross,
  fee: ({ fee }) => fee,
  net: ({ gross, fee }) => gross - fee,
}

interface Total {
  readonly gross: bigint
  readonly fee: bigint
}

/** Writes a header, a row for each transaction, and a `TOTAL` for each currency. */
export function settlementCsv(
  format: CsvFormat,
  pages: AsyncIterable<readonly SettledTransaction[]>,
): AsyncGenerator<string> {
  return csvFile(format, Object.keys(COLUMNS), rowsOf(pages))
}

async function* rowsOf(pages: AsyncIterable<readonly SettledTransaction[]>) {
  const totals = new Map<string, Total>()
  for await (const page of pages) {
    for (const settled of page) addTo(totals, settled)
    yield page.map((settled) => Object.values(COLUMNS).map((cellOf) => cellOf(settled)))
  }
  yield [...totals].sort(byCurrency).map(totalRow)
}

function addTo(totals: Map<string, Total>, { currency, gross, fee }: SettledTransaction): void {
  const sum = totals.get(currency) ?? { gross: 0n, fee: 0n }
  totals.set(currency, { gross: sum.gross + gross, fee: sum.fee + fee })
}

function byCurrency([one]: [string, Total], [other]: [string, Total]): number {
  return one < other ? -1 : 1
}

function totalRow([currency, { gross, fee }]: [string, Total]): readonly Cell[] {
  const cells: Record<string, Cell> = { transaction_type: 'TOTAL', currency, gross, fee, net: gross - fee }
  return Object.keys(COLUMNS).map((column) => cells[column] ?? null)
}

const PAUSE_MS = 1000

/**
 * Writes a line a second, which keeps the connection in use; the last is the result.
 * @param prove reports each check as it begins
 */
async function* proofLines(prove: (began: (step: ProofStep) => void) => Promise<Verification>): AsyncGenerator<string> {
  const beganAt = performance.now()
  let step: ProofStep | undefined
  const proof = prove((next) => {
    step = next
  })
  // The caller may have left before it fails.
  proof.catch(() => undefined)
  for (;;) {
    const result = await Promise.race([proof, sleep(PAUSE_MS)])
    if (result) return yield `${JSON.stringify(verificationView(result))}\n`
    const seconds = Math.round((performance.now() - beganAt) / 1000)
    if (step) yield `${JSON.stringify({ ...step, seconds })}\n`
  }
}

const MONEY = { guard: 'merchant', tag: 'Balances and settlements' } as const

export const balancesRoute = get('/api/balances', {
  ...MONEY,
  permission: 'money.read',
  operation: 'showBalances',
  summary: 'Read the balances, by currency',
  answers: { 200: Balances },
  handle: async (gateway, { caller }) => {
    const balances = await readBalances(gateway, caller.merchantId)
    return answer({ items: balances.map(balanceView) })
  },
})

export const settlementDaysRoute = get('/api/settlements', {
  ...MONEY,
  permission: 'money.read',
  operation: 'listSettlementDays',
  summary: 'List settlement days, newest first',
  query: SettlementDaysQuery,
  answers: { 200: SettlementDays },
  handle: async (gateway, { caller, query }) => {
    const page = await readSettlementDays(gateway, caller.merchantId, query, positionOf(query), limitOf(query))
    return answer(listView(page, settlementDayView))
  },
})

export const settlementReportRoute = get('/api/settlements/:date.csv', {
  ...MONEY,
  permission: 'money.read',
  operation: 'downloadSettlementReport',
  summary: 'Download the settlement report of a day',
  params: SettlementParams,
  query: CsvQuery,
  answers: { 200: SettlementReport },
  gives: 'text/csv',
  handle: async (gateway, { caller, params: { date }, query: { format = 'csv' } }) =>
    csvAnswer(`settlement-${date}.csv`, settlementCsv(format, settledTransactions(gateway, caller.merchantId, date))),
})

export const verifyLedgerRoute = get('/admin/ledger/verify', {
  guard: 'operator',
  tag: 'Admin: ledger',
  operation: 'adminVerifyLedger',
  summary: 'Verify the ledger',
  description: "Compares the ledger with the transactions and, in UAT, with the simulators' own ledgers.",
  answers: { 200: LedgerVerification },
  handle: async (gateway, { hungUp }) => ({
    status: 200,
    json: verificationView(await runVerification(gateway, hungUp())),
  }),
})

export const followLedgerProofRoute = get('/admin/ledger/verify.jsonl', {
  guard: 'operator',
  tag: 'Admin: ledger',
  operation: 'adminFollowLedgerProof',
  summary: 'Verify the ledger, and report the progress every second',
  answers: { 200: LedgerProofLines },
  gives: 'application/jsonl',
  handle: async (gateway, { hungUp }) => {
    const signal = hungUp()
    return {
      status: 200,
      stream: proofLines((began) => runVerification(gateway, signal, began)),
      contentType: 'application/jsonl; charset=utf-8',
      fileName: 'ledger-proof.jsonl',
    }
  },
})
