import { type Static, Type } from 'typebox'
import { awaitedOf } from '#domain/awaited.ts'
import type { KeptJson } from '#domain/kept-text.ts'
import {
  livePayment,
  representativePayment,
  SESSION_STATUSES,
  type Session,
  type SessionState,
  sessionStatusOf,
} from '#domain/session.ts'
import { AgreementBody, requestedAgreementOf } from './agreement.ts'
import { CustomerDetails, customerOf } from './customer.ts'
import { CaptureBy, captureByOf, THREE_DS_WISHES, threeDsWishesOf } from './payment-options.ts'
import { readBody } from './read.ts'
import { saveCardOf, Tokenization } from './tokenization.ts'
import { Awaited } from './transaction.ts'
import {
  Amount,
  Currency,
  CustomerFieldsSchema,
  FreeText,
  Instant,
  Int64,
  MerchantUrl,
  Metadata,
  NullableString,
  nullable,
  OptionalCountry,
  OptionalLocale,
  Paging,
  Reference40,
  ShownMetadata,
  UnboundedTerminalId,
} from './types.ts'
import { wire } from './wire.ts'

/** `POST /api/sessions` (docs/reference/sessions.md#the-session). */
export const SessionBody = Type.Object({
  terminal_id: UnboundedTerminalId,
  reference: Reference40,
  description: FreeText({ minLength: 1, maxLength: 255 }),
  currency: Currency,
  amount: Amount,
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  return_url: MerchantUrl,
  customer: Type.Optional(CustomerFieldsSchema),
  country: OptionalCountry,
  metadata: Type.Optional(Metadata),
  agreement: Type.Optional(AgreementBody),
  options: Type.Optional(Type.Object({ capture_by: CaptureBy, three_ds: Type.Optional(Type.Object(THREE_DS_WISHES)) })),
  payment_method_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 50,
      description: 'Additional stored cards to offer, with those of `customer.id`.',
    }),
  ),
  tokenization: Tokenization,
  locale: OptionalLocale,
})

export const SessionChangeBody = Type.Object({
  description: Type.Optional(SessionBody.properties.description),
  metadata: Type.Optional(Type.Unsafe<KeptJson | null>({ ...Metadata, type: ['object', 'null'] })),
})

export const SessionListQuery = Type.Object({
  reference: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum([...SESSION_STATUSES])),
  terminal_id: Type.Optional(Type.String()),
  ...Paging,
})

export const SessionParams = Type.Object({ id: Type.String({ description: 'Session id.' }) })

type ShownSession = Session & { readonly state: SessionState; readonly hostedPaymentPageUrl: string }

export const SessionRecord = wire('Session', {
  id: Type.String({ description: '`sessionId` in the browser.' }),
  terminal_id: Type.String(),
  reference: Type.String(),
  payment_link_id: nullable(Type.String({ description: 'Payment link that opened it.' })),
  description: Type.String(),
  currency: Type.String(),
  amount: Int64(),
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  return_url: Type.String(),
  customer: CustomerDetails,
  country: NullableString,
  locale: NullableString,
  metadata: ShownMetadata,
  status: Type.Enum([...SESSION_STATUSES]),
  expires_at: Instant,
  hosted_payment_page_url: Type.String({ format: 'uri' }),
  awaiting: Awaited,
  transaction_id: nullable(Type.String({ description: 'The approved payment, else the latest.' })),
  transactions: Type.Array(Type.String(), { description: 'Every payment, newest first.' }),
  created_at: Instant,
}).from<ShownSession>({
  id: 'sessionId',
  status: ({ state }) => sessionStatusOf(state),
  awaiting: ({ state }) => {
    const live = livePayment(state)
    return live ? awaitedOf(live) : null
  },
  transaction_id: ({ state }) => representativePayment(state)?.id ?? null,
  transactions: ({ state }) => state.payments.map(({ id }) => id),
})

export function sessionOf(body: Static<typeof SessionBody>) {
  const { tokenization, options, ...fields } = readBody(SessionBody, body)
  return {
    ...fields,
    customer: customerOf(body.customer),
    captureBy: captureByOf(body.options),
    agreement: requestedAgreementOf(body.agreement),
    threeDs: threeDsWishesOf(body.options),
    paymentMethodIds: body.payment_method_ids ?? [],
    saveCard: saveCardOf(body.tokenization),
  }
}
