import { Type } from 'typebox'
import { Instant, nullable } from './types.ts'
import { listOf, wire } from './wire.ts'

const KeptFields = Type.Record(Type.String(), Type.String(), { description: 'By their paths; harmless ones only.' })

const ProviderExchangeRecord = wire(null, {
  attempt_id: Type.String(),
  request: Type.String({ examples: ['POST /v1/payment_intents'] }),
  request_fields: KeptFields,
  http_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
  request_id: nullable(Type.String({ description: 'Request ID for the support of the provider.' })),
  answer_fields: KeptFields,
  sent_at: Instant,
}).named()

export const ProviderExchangeList = wire('Provider exchanges', { items: listOf(ProviderExchangeRecord) }).named()
