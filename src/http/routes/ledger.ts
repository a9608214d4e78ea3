import { readBalances } from '#flows/ledger/balances.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { readSettlementDays } from '#flows/ledger/settlement-days.ts'
import { settledTransactions } from '#flows/ledger/settlement-report.ts'
import { CsvQuery } from '../contract/csv.ts'
import {
  Balances,
  LedgerProofLines,
  LedgerVerification,
  SettlementDays,
  SettlementDaysQuery,
  SettlementParams,
  SettlementReport,
} from '../contract/ledger.ts'
import { route } from '../route.ts'
import { balanceView, settlementCsv, settlementDayView, verificationView } from '../views/ledger.ts'
import { proofLines } from '../views/proof-lines.ts'
import { csvAnswer } from './common/csv-answer.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

export const balancesRoute = route({
  method: 'GET',
  path: '/api/balances',
  guard: 'merchant',
  tag: 'Balances and settlements',
  operation: 'showBalances',
  summary: 'Read the balances, by currency',
  answers: { 200: Balances },
  handle: async (gateway, { caller }) => {
    const balances = await readBalances(gateway, caller.merchantId)
    return { status: 200, json: { items: balances.map(balanceView) } }
  },
})

export const settlementDaysRoute = route({
  method: 'GET',
  path: '/api/settlements',
  guard: 'merchant',
  tag: 'Balances and settlements',
  operation: 'listSettlementDays',
  summary: 'List settlement days, newest first',
  query: SettlementDaysQuery,
  answers: { 200: SettlementDays },
  handle: async (gateway, { caller, query }) => {
    const page = await readSettlementDays(gateway, caller.merchantId, query, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, settlementDayView) }
  },
})

export const settlementReportRoute = route({
  method: 'GET',
  path: '/api/settlements/:date.csv',
  guard: 'merchant',
  tag: 'Balances and settlements',
  operation: 'downloadSettlementReport',
  summary: 'Download the settlement report of a day',
  params: SettlementParams,
  query: CsvQuery,
  answers: { 200: SettlementReport },
  gives: 'text/csv',
  handle: async (gateway, { caller, params: { date }, query: { format = 'csv' } }) =>
    csvAnswer(`settlement-${date}.csv`, settlementCsv(format, settledTransactions(gateway, caller.merchantId, date))),
})

export const verifyLedgerRoute = route({
  method: 'GET',
  path: '/admin/ledger/verify',
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

export const followLedgerProofRoute = route({
  method: 'GET',
  path: '/admin/ledger/verify.jsonl',
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
