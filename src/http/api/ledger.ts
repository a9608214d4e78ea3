import { setTimeout as sleep } from 'node:timers/promises'
import { readBalances } from '#flows/ledger/balances.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { readSettlementDays } from '#flows/ledger/settlement-days.ts'
import { type SettledTransaction, settledTransactions } from '#flows/ledger/settlement-report.ts'
import type { ProofStep, Verification } from '#flows/ledger/verify.ts'
import { type CsvFormat, CsvQuery } from '#interface/csv.ts'
import {
  Balances,
  LedgerProofLines,
  LedgerVerification,
  SettlementDayRecord,
  SettlementDaysQuery,
  SettlementParams,
  SettlementReport,
} from '#interface/ledger.ts'
import { ListOf } from '#interface/types.ts'
import { type Cell, csvFile } from '../response/csv.ts'
import { answer, get } from '../route.ts'
import { csvAnswer } from './common/csv.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

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

function verificationView(result: Verification) {
  return LedgerVerification.of({ proven: result.discrepancies.length === 0, ...result })
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
  shows: Balances,
  handle: async (gateway, { caller }) => ({ items: await readBalances(gateway, caller.merchantId) }),
})

export const settlementDaysRoute = get('/api/settlements', {
  ...MONEY,
  permission: 'money.read',
  operation: 'listSettlementDays',
  summary: 'List settlement days, newest first',
  query: SettlementDaysQuery,
  answers: { 200: ListOf(SettlementDayRecord) },
  handle: async (gateway, { caller, query }) => {
    const page = await readSettlementDays(gateway, caller.merchantId, query, positionOf(query), limitOf(query))
    return answer(listView(page, (day) => SettlementDayRecord.of({ ...day, net: day.gross - day.fee })))
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
  handle: async (gateway, { hungUp }) => answer(verificationView(await runVerification(gateway, hungUp()))),
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
