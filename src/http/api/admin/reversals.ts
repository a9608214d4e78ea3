import { requeueReversal, showGivenUpReversals } from '#flows/admin/given-up-reversals.ts'
import { GivenUpReversalParams, GivenUpReversalRecord } from '#interface/reversal.ts'
import { ListQuery } from '#interface/types.ts'
import { get, post } from '../../route.ts'
import { limitOf, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: provider accounts' } as const

export const listGivenUpReversalsRoute = get('/admin/given-up-reversals', {
  ...ADMIN,
  operation: 'adminListGivenUpReversals',
  summary: 'List failed reversals, which the provider never confirmed',
  query: ListQuery,
  lists: GivenUpReversalRecord,
  handle: (gateway, { query }) => showGivenUpReversals(gateway, positionOf(query), limitOf(query)),
})

export const retryReversalRoute = post('/admin/given-up-reversals/:id/retry', {
  ...ADMIN,
  operation: 'adminRetryReversal',
  summary: 'Retry a failed reversal for another 14 days',
  params: GivenUpReversalParams,
  shows: GivenUpReversalRecord,
  handle: (gateway, { actor, params }) => requeueReversal(gateway, actor, params.id),
})
