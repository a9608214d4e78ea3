import { Type } from 'typebox'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import { Instant, nullable } from '#interface/types.ts'
import type { KeptExchange } from '#store/transactions/provider-exchanges.ts'
import { answer, get } from '../../route.ts'
import { MerchantParams } from './merchants.ts'

const ProviderExchangeQuery = Type.Object({ transaction_id: Type.String() })

const KeptFields = Type.Record(Type.String(), Type.String(), { description: 'By their paths; harmless ones only.' })

const ProviderExchangeList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        attempt_id: Type.String(),
        request: Type.String({ examples: ['POST /v1/payment_intents'] }),
        request_fields: KeptFields,
        http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
        request_id: nullable(Type.String({ description: 'Request ID for the support of the provider.' })),
        answer_fields: KeptFields,
        sent_at: Instant,
      }),
    ),
  },
  { title: 'Provider exchanges' },
)

function providerExchangeView(exchange: KeptExchange) {
  return {
    attempt_id: exchange.attemptId,
    request: exchange.request,
    request_fields: exchange.requestFields,
    http_status: exchange.httpStatus,
    request_id: exchange.requestId,
    answer_fields: exchange.answerFields,
    sent_at: exchange.sentAt.toISOString(),
  }
}

export const listProviderExchangesRoute = get('/admin/merchants/:id/provider-exchanges', {
  guard: 'operator',
  tag: 'Admin: provider accounts',
  operation: 'adminListProviderExchanges',
  summary: 'List provider requests for a transaction, with the responses',
  params: MerchantParams,
  query: ProviderExchangeQuery,
  answers: { 200: ProviderExchangeList },
  handle: async (gateway, { params, query }) => {
    const exchanges = await showProviderExchanges(gateway, params.id, query.transaction_id)
    return answer({ items: exchanges.map(providerExchangeView) })
  },
})
