import { requeueReversal, showGivenUpReversals } from '#flows/admin/given-up-reversals.ts'
import { GivenUpReversalParams, GivenUpReversalRecord } from '#interface/reversal.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import { answer, get, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: provider accounts' } as const

export const listGivenUpReversalsRoute = get('/admin/given-up-reversals', {
  ...ADMIN,
  operation: 'adminListGivenUpReversals',
  summary: 'List failed reversals, which the provider never confirmed',
  query: ListQuery,
  answers: { 200: ListOf(GivenUpReversalRecord) },
  handle: async (gateway, { query }) => {
    const page = await showGivenUpReversals(gateway, positionOf(query), limitOf(query))
    return answer(listView(page, GivenUpReversalRecord.of))
  },
})

export const retryReversalRoute = post('/admin/given-up-reversals/:id/retry', {
  ...ADMIN,
  operation: 'adminRetryReversal',
  summary: 'Retry a failed reversal for another 14 days',
  params: GivenUpReversalParams,
  answers: { 200: GivenUpReversalRecord },
  handle: async (gateway, { actor, params }) =>
    answer(GivenUpReversalRecord.of(await requeueReversal(gateway, actor, params.id))),
})
