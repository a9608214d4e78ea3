import { Type } from 'typebox'
import { requeueReversal, showGivenUpReversals } from '#flows/admin/given-up-reversals.ts'
import { ListOf, ListQuery, NullableString } from '#interface/types.ts'
import type { GivenUpReversal } from '#store/transactions/given-up-reversals.ts'
import { answer, get, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'

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

export const listGivenUpReversalsRoute = get('/admin/given-up-reversals', {
  ...ADMIN,
  operation: 'adminListGivenUpReversals',
  summary: 'List failed reversals, which the provider never confirmed',
  query: ListQuery,
  answers: { 200: GivenUpReversalList },
  handle: async (gateway, { query }) => {
    const page = await showGivenUpReversals(gateway, positionOf(query), limitOf(query))
    return answer(listView(page, givenUpReversalView))
  },
})

export const retryReversalRoute = post('/admin/given-up-reversals/:id/retry', {
  ...ADMIN,
  operation: 'adminRetryReversal',
  summary: 'Retry a failed reversal for another 14 days',
  params: GivenUpReversalParams,
  answers: { 200: GivenUpReversalAnswer },
  handle: async (gateway, { actor, params }) =>
    answer(givenUpReversalView(await requeueReversal(gateway, actor, params.id))),
})
