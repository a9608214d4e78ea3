import { Type } from 'typebox'
import { receiveNotice, receiveUnsignedNotice } from '#flows/provider-callbacks/receive-notice.ts'
import { receiveReturn } from '#flows/provider-callbacks/receive-return.ts'
import { orNotFoundPage } from '../pages/message-page.ts'
import { done, get, post } from '../route.ts'
import { returnToShop } from './common/follow.ts'

export const returnRoute = get('/returns/:merchant_id/:transaction_id', {
  guard: 'open',
  params: Type.Object({ merchant_id: Type.String(), transaction_id: Type.String() }),
  query: Type.Record(Type.String(), Type.Unknown()),
  handle: (gateway, { params: { merchant_id, transaction_id }, query, header }) =>
    orNotFoundPage(header, async () => {
      return returnToShop(gateway, await receiveReturn(gateway, merchant_id, transaction_id, query), header)
    }),
})

/** Stores the notice first. The answer is always the same, so that it reveals nothing. */
export const providerNoticeRoute = post('/provider-notices/:provider/:provider_account_id', {
  guard: 'open',
  params: Type.Object({ provider: Type.String(), provider_account_id: Type.String() }),
  takes: 'anything',
  handle: (gateway, { params, bytes, header }) =>
    done(receiveNotice(gateway, params.provider, params.provider_account_id, { body: bytes, header })),
})

export const unsignedNoticeRoute = post('/provider-notices/:provider', {
  guard: 'open',
  params: Type.Object({ provider: Type.String() }),
  takes: 'anything',
  handle: (gateway, { params, bytes, header }) =>
    done(receiveUnsignedNotice(gateway, params.provider, { body: bytes, header })),
})
