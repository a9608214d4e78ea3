import { Type } from 'typebox'
import { receiveNotice, receiveUnsignedNotice } from '#flows/provider-callbacks/receive-notice.ts'
import { receiveReturn } from '#flows/provider-callbacks/receive-return.ts'
import { orNotFoundPage } from '../pages/message-page.ts'
import { get, post } from '../route.ts'
import { returnToShop } from './common/follow.ts'

export const returnRoute = get('/returns/:merchant_id/:transaction_id', {
  guard: 'open',
  summary: "Where the browser is back from a provider's page",
  params: Type.Object({ merchant_id: Type.String(), transaction_id: Type.String() }),
  query: Type.Record(Type.String(), Type.Unknown()),
  handle: (gateway, { params: { merchant_id, transaction_id }, query }) =>
    orNotFoundPage(async () => returnToShop(gateway, await receiveReturn(gateway, merchant_id, transaction_id, query))),
})

/** Stores the notice first. The answer is always the same, so that it reveals nothing. */
export const providerNoticeRoute = post('/provider-notices/:provider/:provider_account_id', {
  guard: 'open',
  summary: 'Receive a signed notice of a provider',
  params: Type.Object({ provider: Type.String(), provider_account_id: Type.String() }),
  takes: 'anything',
  handle: async (gateway, { params, bytes, header }) => {
    await receiveNotice(gateway, params.provider, params.provider_account_id, { body: bytes, header })
    return { status: 204 }
  },
})

export const unsignedNoticeRoute = post('/provider-notices/:provider', {
  guard: 'open',
  summary: 'Receive the result of a simulated charge',
  params: Type.Object({ provider: Type.String() }),
  takes: 'anything',
  handle: async (gateway, { params, bytes, header }) => {
    await receiveUnsignedNotice(gateway, params.provider, { body: bytes, header })
    return { status: 204 }
  },
})
