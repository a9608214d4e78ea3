import { readStatus, readTransactions } from '#flows/transactions/index.ts'
import { StatusAnswer, TransactionIdParams, TransactionList, TransactionListQuery } from '../contract/transactions.ts'
import { route } from '../route.ts'
import { transactionView } from '../views/transaction.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

export const transactionStatusRoute = route({
  method: 'GET',
  path: '/api/transactions/:id/status',
  guard: 'merchant',
  tag: 'Transactions',
  summary: 'Read the status of a transaction',
  params: TransactionIdParams,
  answers: { 200: StatusAnswer },
  handle: async (gateway, { caller, params }) => {
    const transaction = await readStatus(gateway, caller.merchantId, params.id)
    return {
      status: 200,
      json: {
        found: transaction !== undefined,
        transaction: transaction ? transactionView(gateway, transaction) : null,
      },
    }
  },
})

export const listTransactionsRoute = route({
  method: 'GET',
  path: '/api/transactions',
  guard: 'merchant',
  tag: 'Transactions',
  summary: 'List transactions, newest first',
  query: TransactionListQuery,
  answers: { 200: TransactionList },
  handle: async (gateway, { caller, query }) => {
    const filter = {
      terminalId: query.terminal_id,
      reference: query.reference,
      orderId: query.order_id,
      status: query.status,
      transactionType: query.transaction_type,
      createdFrom: query.created_from === undefined ? undefined : new Date(query.created_from),
      createdTo: query.created_to === undefined ? undefined : new Date(query.created_to),
      after: positionOf(query),
    }
    const page = await readTransactions(gateway, caller.merchantId, filter, limitOf(query))
    return { status: 200, json: listView(page, (transaction) => transactionView(gateway, transaction)) }
  },
})
