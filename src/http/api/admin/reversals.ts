import { requeueReversal, showGivenUpReversals } from '#flows/admin/given-up-reversals.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { GivenUpReversalAnswer, GivenUpReversalList, GivenUpReversalParams, ListQuery } from './schemas.ts'
import { givenUpReversalView } from './views.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: provider accounts' } as const

export const listGivenUpReversalsRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/given-up-reversals',
  operation: 'adminListGivenUpReversals',
  summary: 'List failed reversals, which the provider never confirmed',
  query: ListQuery,
  answers: { 200: GivenUpReversalList },
  handle: async (gateway, { query }) => {
    const page = await showGivenUpReversals(gateway, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, givenUpReversalView) }
  },
})

export const retryReversalRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/given-up-reversals/:id/retry',
  operation: 'adminRetryReversal',
  summary: 'Retry a failed reversal for another 14 days',
  params: GivenUpReversalParams,
  answers: { 200: GivenUpReversalAnswer },
  handle: async (gateway, { actor, params }) => {
    return { status: 200, json: givenUpReversalView(await requeueReversal(gateway, actor, params.id)) }
  },
})
