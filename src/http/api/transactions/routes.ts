import type { Transaction } from '#domain/transaction.ts'
import { stopRecovery } from '#flows/agreements/stop-recovery.ts'
import { exportTransactions } from '#flows/transactions/export.ts'
import { countMatches, readStatus, readTransactions } from '#flows/transactions/index.ts'
import { readTimeline } from '#flows/transactions/timeline.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import {
  StatusAnswer,
  Timeline,
  TransactionCount,
  TransactionIdParams,
  TransactionList,
  TransactionRecord,
} from '#interface/transaction.ts'
import {
  TransactionExport,
  TransactionExportQuery,
  TransactionListQuery,
  TransactionSelection,
  transactionQuery,
} from '#interface/transaction-query.ts'
import { clientMay, mayUseTerminal, terminalsOf } from '../../request/client-limits.ts'
import { answer, get, post } from '../../route.ts'
import { answerOrResult, viewOrResult } from '../common/action-result.ts'
import { csvAnswer } from '../common/csv.ts'
import { encodeCursor, limitOf, listView, turnOf } from '../common/paging.ts'
import { queryFor, rereadRecord, viewFor, visibleTo } from './caller-view.ts'
import { transactionsCsv } from './csv.ts'

const TRANSACTIONS = { guard: 'merchant', tag: 'Transactions' } as const

export const transactionStatusRoute = get('/api/transactions/:id/status', {
  ...TRANSACTIONS,
  permission: 'payments.read',
  terminals: 'filtered',
  operation: 'showTransactionStatus',
  summary: 'Read the status of a transaction',
  params: TransactionIdParams,
  answers: { 200: StatusAnswer },
  handle: async (gateway, { caller, params }) => {
    const found = await readStatus(gateway, caller.merchantId, params.id)
    const transaction = found && mayUseTerminal(caller, found.terminalId) ? found : undefined
    const record = transaction ? viewFor(gateway, caller, transaction) : null
    return answer({ found: transaction !== undefined, transaction: record })
  },
})

export const listTransactionsRoute = get('/api/transactions', {
  ...TRANSACTIONS,
  permission: 'payments.read',
  terminals: 'filtered',
  operation: 'listTransactions',
  summary: 'List and search transactions, newest first',
  query: TransactionListQuery,
  answers: { 200: TransactionList },
  handle: async (gateway, { caller, query }) => {
    const wanted = { ...queryFor(caller, transactionQuery(query)), ...turnOf(query) }
    if (query.count) return answer(await countMatches(gateway, caller.merchantId, wanted))
    const page = await readTransactions(gateway, caller.merchantId, wanted, limitOf(query))
    const isTurned = query.after !== undefined || query.before !== undefined
    const list = listView(page, (transaction) => viewFor(gateway, caller, transaction))
    const previous = page.previous && encodeCursor(page.previous)
    return answer(isTurned ? { ...list, previous_cursor: previous } : list)
  },
})

export const countTransactionsRoute = get('/api/transactions/count', {
  ...TRANSACTIONS,
  permission: 'payments.read',
  terminals: 'filtered',
  operation: 'countTransactions',
  summary: 'Count the transactions that match the filters',
  query: TransactionSelection,
  answers: { 200: TransactionCount },
  handle: async (gateway, { caller, query }) =>
    answer(await countMatches(gateway, caller.merchantId, queryFor(caller, transactionQuery(query)))),
})

export const exportTransactionsRoute = get('/api/transactions.csv', {
  ...TRANSACTIONS,
  permission: 'payments.export',
  terminals: 'filtered',
  operation: 'exportTransactions',
  summary: 'Download all transactions that match the filters',
  query: TransactionExportQuery,
  answers: { 200: TransactionExport },
  gives: 'text/csv',
  handle: async (gateway, { caller, query: { format = 'csv', ...filters } }) => {
    const wanted = queryFor(caller, transactionQuery(filters))
    const { timeZone, pages } = await exportTransactions(gateway, caller.merchantId, wanted)
    return csvAnswer('transactions.csv', transactionsCsv(format, visiblePages(caller, pages), timeZone))
  },
})

export const transactionTimelineRoute = get('/api/transactions/:id/timeline', {
  ...TRANSACTIONS,
  permission: 'payments.read',
  terminals: 'filtered',
  operation: 'showTransactionTimeline',
  summary: 'Read the timeline of a transaction',
  params: TransactionIdParams,
  shows: Timeline,
  handle: async (gateway, { caller, params }) => ({
    items: await readTimeline(gateway, caller.merchantId, params.id, terminalsOf(caller)),
  }),
})

async function* visiblePages(caller: MerchantCaller, pages: AsyncIterable<readonly Transaction[]>) {
  for await (const page of pages) yield page.map((transaction) => visibleTo(caller, transaction))
}

export const stopRecoveryRoute = post('/api/transactions/:id/stop-recovery', {
  ...TRANSACTIONS,
  permission: 'agreements.manage',
  operation: 'stopRecovery',
  summary: 'Stop further attempts of a declined charge',
  description: 'The last decline stands.',
  params: TransactionIdParams,
  answers: { 200: answerOrResult(TransactionRecord) },
  reread: async (gateway, caller, id) =>
    viewOrResult(clientMay(caller, 'payments.read'), await rereadRecord(gateway, caller, id)),
  handle: async (gateway, { caller, params }) => {
    const stopped = viewFor(gateway, caller, await stopRecovery(gateway, caller.merchantId, params.id))
    return answer(viewOrResult(clientMay(caller, 'payments.read'), stopped))
  },
})
