import { lookUpTransactions, readTimelineOfAny } from '#flows/admin/transactions.ts'
import { answer, get } from '../../route.ts'
import { FoundTransactions, Timeline, TransactionIdParams, TransactionLookUpQuery } from '../transactions/schemas.ts'
import { timelineView, transactionView } from '../transactions/view.ts'

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
    return answer({ items: found.map((transaction) => transactionView(gateway, transaction)) })
  },
})

export const showTimelineRoute = get('/admin/transactions/:id/timeline', {
  guard: 'operator',
  tag: TAG,
  operation: 'adminShowTransactionTimeline',
  summary: 'Read the timeline of a transaction',
  params: TransactionIdParams,
  answers: { 200: Timeline },
  handle: async (gateway, { params }) => ({
    status: 200,
    json: timelineView(await readTimelineOfAny(gateway, params.id)),
  }),
})
