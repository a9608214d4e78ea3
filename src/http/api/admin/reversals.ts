import { Type } from 'typebox'
import { requeueReversal, showGivenUpReversals } from '#flows/admin/given-up-reversals.ts'
import type { GivenUpReversal } from '#store/transactions/given-up-reversals.ts'
import { route } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'
import { ListOf, ListQuery, NullableString } from '../common/types.ts'

const GivenUpReversalAnswer = Type.Object(
  {
    attempt_id: Type.String(),
    merchant_id: Type.String(),
    transaction_id: Type.String(),
    provider: Type.String(),
    provider_account_id: Type.String(),
    provider_reference: NullableString,
    began_at: NullableString,
    given_up_at: NullableString,
  },
  { title: 'Given up reversal' },
)

const GivenUpReversalList = ListOf(GivenUpReversalAnswer)

const GivenUpReversalParams = Type.Object({ id: Type.String({ description: 'Attempt id.' }) })

function givenUpReversalView(reversal: GivenUpReversal) {
  return {
    attempt_id: reversal.attemptId,
    merchant_id: reversal.merchantId,
    transaction_id: reversal.transactionId,
    provider: reversal.provider,
    provider_account_id: reversal.providerAccountId,
    provider_reference: reversal.providerReference,
    began_at: reversal.beganAt?.toISOString() ?? null,
    given_up_at: reversal.givenUpAt?.toISOString() ?? null,
  }
}

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
