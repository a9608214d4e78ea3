import { readBalances } from '#flows/ledger/balances.ts'
import { settledOn } from '#flows/ledger/settlement-report.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { Balances, LedgerVerification, SettlementParams, SettlementReport } from '../contract/ledger.ts'
import { route } from '../route.ts'
import { balanceView, settlementCsv, verificationView } from '../views/ledger.ts'

export const balancesRoute = route({
  method: 'GET',
  path: '/api/balances',
  guard: 'merchant',
  tag: 'Balances and settlements',
  summary: 'Read the balances, by currency',
  answers: { 200: Balances },
  handle: async (gateway, { caller }) => {
    const balances = await readBalances(gateway, caller.merchantId)
    return { status: 200, json: { items: balances.map(balanceView) } }
  },
})

export const settlementReportRoute = route({
  method: 'GET',
  path: '/api/settlements/:date.csv',
  guard: 'merchant',
  tag: 'Balances and settlements',
  summary: 'Download the settlement report of a day',
  params: SettlementParams,
  answers: { 200: SettlementReport },
  gives: 'text/csv',
  handle: async (gateway, { caller, params }) => ({
    status: 200,
    stream: settlementCsv(settledOn(gateway, caller.merchantId, params.date)),
    contentType: 'text/csv; charset=utf-8; header=present',
    fileName: `settlement-${params.date}.csv`,
  }),
})

export const verifyLedgerRoute = route({
  method: 'GET',
  path: '/admin/ledger/verify',
  guard: 'operator',
  tag: 'Admin: ledger',
  summary: 'Prove the ledger',
  description: "Compares the ledger with the transactions and, in UAT, with the simulators' own ledgers.",
  answers: { 200: LedgerVerification },
  handle: async (gateway) => ({ status: 200, json: verificationView(await proveLedger(gateway)) }),
})
