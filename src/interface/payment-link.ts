import { type Static, Type } from 'typebox'
import { type AgreementTerms, PURPOSES, type RequestedAgreement } from '#domain/agreement.ts'
import type { ExactInteger } from '#domain/exact-json.ts'
import {
  PAYMENT_LINK_STATUSES,
  type PaymentLink,
  type PaymentLinkState,
  type PaymentLinkStatus,
  paymentLinkStatusOf,
} from '#domain/payment-link.ts'
import { LINK_METHODS } from '#domain/payment-methods.ts'
import { AgreementBody, requestedAgreementOf } from './agreement.ts'
import { CustomerDetails, customerOf } from './customer.ts'
import { readBody, readGiven } from './read.ts'
import { saveCardOf, Tokenization, tokenizationView } from './tokenization.ts'
import {
  Amount,
  Currency,
  CustomerFieldsSchema,
  FreeText,
  Instant,
  InstantOf,
  Int64,
  MerchantUrl,
  Metadata,
  NullableInt64,
  NullableInteger,
  NullableString,
  nullable,
  OptionalCountry,
  OptionalLocale,
  Paging,
  UnboundedTerminalId,
} from './types.ts'
import { wire } from './wire.ts'

const MaxPayments = Type.Optional(
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 100_000,
    description: '1 by default; null: no limit.',
  }),
)

const ExpiresAt = Type.Optional(nullable(InstantOf({ description: 'At most a year from now; null: never.' })))

const Message = Type.Optional(
  nullable(FreeText({ maxLength: 300, description: 'Shown once the link accepts no payment.' })),
)

const Description = FreeText({ minLength: 1, maxLength: 255 })

const NullableAmount = (description: string) =>
  Type.Optional(
    Type.Unsafe<ExactInteger | null>({ ...Amount, type: ['integer', 'null'], description, check: 'nullable-amount' }),
  )

/** `POST /api/payment-links` (docs/reference/payment-links.md#the-link). */
export const PaymentLinkBody = Type.Object({
  terminal_id: UnboundedTerminalId,
  reference: Type.String({ minLength: 1, maxLength: 70, description: 'Unique per terminal.' }),
  description: Description,
  currency: Currency,
  transaction_type: Type.Optional(Type.Enum(['AUTHORIZE', 'PURCHASE'])),
  amount: NullableAmount('Minor units; null: the shopper enters it.'),
  amount_min: NullableAmount('Minor units; required if `amount` is null.'),
  amount_max: NullableAmount('Minor units; required if `amount` is null.'),
  max_payments: MaxPayments,
  expires_at: Type.Optional(
    nullable(InstantOf({ description: '30 days from now by default, at most a year; null: never.' })),
  ),
  customer: Type.Optional(CustomerFieldsSchema),
  country: OptionalCountry,
  metadata: Type.Optional(Metadata),
  payment_methods: Type.Optional(
    Type.Unsafe<readonly string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      minItems: 1,
      maxItems: LINK_METHODS.length,
      uniqueItems: true,
      description: `Methods to offer, of ${LINK_METHODS.join(', ')}; null: all that the terminal accepts.`,
    }),
  ),
  tokenization: Tokenization,
  agreement: Type.Optional(AgreementBody),
  return_url: Type.Optional(nullable(MerchantUrl)),
  locale: OptionalLocale,
  message: Message,
})

/** `PATCH /api/payment-links/{id}` (docs/reference/payment-links.md#changes). */
export const PaymentLinkChangeBody = Type.Object({
  status: Type.Optional(Type.Enum(['ACTIVE', 'DISABLED'])),
  expires_at: ExpiresAt,
  max_payments: MaxPayments,
  message: Message,
  description: Type.Optional(Description),
})

/** `POST /api/payment-links/{id}/send` (docs/reference/payment-links.md#by-email). */
export const SendPaymentLinkBody = Type.Object({
  email: Type.String({ maxLength: 254, format: 'email', description: 'An email address.' }),
})

export const PaymentLinkListQuery = Type.Object({
  status: Type.Optional(Type.Enum([...PAYMENT_LINK_STATUSES])),
  reference: Type.Optional(Type.String()),
  terminal_id: Type.Optional(Type.String()),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'An ID, else part of a reference or description.' }),
  ),
  ...Paging,
})

const LinkTerms = wire('Agreement of a payment link', {
  purpose: Type.Enum([...PURPOSES]),
  description: Type.String(),
  max_amount: NullableInt64,
  frequency_days: NullableInteger,
  ends_on: nullable(Type.String({ format: 'date' })),
}).from<AgreementTerms>({})

const MovedAgreement = Type.Object({ id: Type.String({ description: 'The agreement to move.' }) })

/** Link with what only its record has. */
interface ShownLink extends PaymentLink, Omit<PaymentLinkState, 'link'> {
  readonly status: PaymentLinkStatus
  readonly url: string
}

const PAGE = 'https://pay.example/pay/lnk_2mVnQ8sX4kJ7bT5wLp9RzYcHdFg'

/** Payment link as merchants see it (docs/reference/payment-links.md#the-link); `paymentLinkView` shows one. */
export const PaymentLinkRecord = wire('Payment link', {
  id: Type.String(),
  terminal_id: Type.String(),
  reference: Type.String(),
  description: Type.String(),
  currency: Type.String(),
  transaction_type: Type.Enum(['AUTHORIZE', 'PURCHASE']),
  amount: NullableInt64,
  amount_min: NullableInt64,
  amount_max: NullableInt64,
  max_payments: NullableInteger,
  expires_at: nullable(Instant),
  customer: CustomerDetails,
  country: NullableString,
  metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  payment_methods: Type.Union([Type.Array(Type.String()), Type.Null()]),
  tokenization: Type.Object({
    save_card_for_future_payments: Type.Unsafe<boolean | 'ask'>({ enum: [true, false, 'ask'] }),
  }),
  agreement: Type.Union([LinkTerms, MovedAgreement, Type.Null()]),
  return_url: NullableString,
  locale: NullableString,
  message: NullableString,
  status: Type.Enum([...PAYMENT_LINK_STATUSES]),
  url: Type.String({ format: 'uri', description: 'Page for shoppers.', examples: [PAGE] }),
  qr_url: Type.String({ format: 'uri', description: 'SVG QR code of `url`.', examples: [`${PAGE}/qr.svg`] }),
  payments: Type.Integer({ description: 'Approved payments.' }),
  collected_amount: Int64(),
  last_transaction_id: nullable(Type.String({ description: 'The latest approved payment, else the latest.' })),
  session_ids: Type.Array(Type.String(), { description: 'The newest 100, newest first.' }),
  opened_at: nullable(InstantOf({ description: 'When the first shopper began to pay.' })),
  completed_at: nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
}).from<ShownLink>({
  id: 'paymentLinkId',
  tokenization: ({ saveCard }) => tokenizationView(saveCard),
  agreement: ({ agreement }) => agreement && agreementView(agreement),
  qr_url: ({ url }) => `${url}/qr.svg`,
})

function agreementView(agreement: RequestedAgreement) {
  return agreement.kind === 'existing' ? { id: agreement.agreementId } : LinkTerms.of(agreement.terms)
}

export function shownLink({ link, ...state }: PaymentLinkState, baseUrl: string): ShownLink {
  const status = paymentLinkStatusOf({ link, ...state })
  return { ...link, ...state, status, url: `${baseUrl}/pay/${link.paymentLinkId}` }
}

export function paymentLinkView(state: PaymentLinkState, baseUrl: string) {
  return PaymentLinkRecord.of(shownLink(state, baseUrl))
}

export const PaymentLinkParams = Type.Object({ id: Type.String({ description: 'Payment link id.' }) })

/** Reads a new link; without `expires_at` it is undefined, because null is never. */
export function paymentLinkOf(body: Static<typeof PaymentLinkBody>) {
  const { tokenization: _, ...fields } = readBody(PaymentLinkBody, body)
  return {
    ...fields,
    transactionType: body.transaction_type ?? 'PURCHASE',
    maxPayments: body.max_payments === undefined ? 1 : body.max_payments,
    expiresAt: body.expires_at === undefined ? undefined : fields.expiresAt,
    customer: customerOf(body.customer),
    saveCard: saveCardOf(body.tokenization),
    agreement: requestedAgreementOf(body.agreement),
  }
}

export function paymentLinkChangeOf(body: Static<typeof PaymentLinkChangeBody>) {
  const { status, ...change } = readGiven(PaymentLinkChangeBody, body)
  return { ...change, isDisabled: status === undefined ? undefined : status === 'DISABLED' }
}
