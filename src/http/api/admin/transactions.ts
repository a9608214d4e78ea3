import { lookUpTransactions, readTimelineOfAny } from '#flows/admin/transactions.ts'
import { readSettledTimes } from '#flows/settlements/index.ts'
import { FoundTransactions, Timeline, TransactionIdParams } from '#interface/transaction.ts'
import { TransactionLookUpQuery } from '#interface/transaction-query.ts'
import { answer, get } from '../../route.ts'
import { transactionView } from '../transactions/view.ts'

const TAG = 'Admin: transactions'

export const lookUpTransactionRoute = get('/admin/transactions', {
  guard: 'operator',
  tag: TAG,
  operation: 'adminFindTransactions',
  summary: 'Find transactions by ID or reference',
  query: TransactionLookUpQuery,
  answers: { 200: FoundTransactions },
  handle: async (gateway, { query }) => {
    const found = await lookUpTransactions(gateway, query.q)
    const settled = await readSettledTimes(gateway, found)
    const items = found.map((transaction) => ({
      ...transactionView(gateway, transaction),
      provider_settled_at: settled.get(transaction.id)?.toISOString(),
    }))
    return answer({ items })
  },
})

export const showTimelineRoute = get('/admin/transactions/:id/timeline', {
  guard: 'operator',
  tag: TAG,
  operation: 'adminShowTransactionTimeline',
  summary: 'Read the timeline of a transaction',
  params: TransactionIdParams,
  shows: Timeline,
  handle: async (gateway, { params }) => ({ items: await readTimelineOfAny(gateway, params.id) }),
})
