import { Type } from 'typebox'
import type { MaskedCard } from '#domain/card.ts'
import { type CardExpiry, ISSUER_UPDATES, type IssuerUpdate } from '#domain/card-update.ts'
import { FreeText, Instant, NullableInteger, NullableString, nullable, Paging } from './types.ts'
import { type ValueOf, wire } from './wire.ts'

const Expiry = (description: string) => Type.Union([Type.Integer({ description }), Type.Null()])

const NullableIssuerUpdate = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  enum: [...ISSUER_UPDATES, null],
  description: 'Report of the issuer: ask the shopper for another card.',
})

/** Stored card as its merchant sees it. */
export interface PaymentMethod extends MaskedCard {
  readonly token: string
  /** Null if the card cannot be decrypted; it can only be deleted then. */
  readonly expiry: CardExpiry | null
  readonly holderName: string | null
  readonly issuerUpdate: IssuerUpdate | null
  readonly customerId: string | null
  readonly createdAt: Date
}

export const PaymentMethodRecord = wire(
  'Stored payment method',
  {
    token: Type.String({ description: 'The `payment_method_id` of a `saved_card`.' }),
    type: Type.Literal('card'),
    masked: Type.String({ description: 'First six and last four digits.' }),
    brand: NullableString,
    hash: Type.String({ description: 'Identical for the same card.' }),
    expiration_month: Expiry('1 to 12.'),
    expiration_year: Expiry('Four digits.'),
    holder_name: NullableString,
    customer_id: NullableString,
    issuer_update: NullableIssuerUpdate,
    created_at: Instant,
  },
  { description: 'The expiry is null if the card can no longer be decrypted: delete it, and store it again.' },
).from<PaymentMethod>({
  type: () => 'card',
  expiration_month: ({ expiry }) => expiry?.month ?? null,
  expiration_year: ({ expiry }) => expiry?.year ?? null,
})

export const PaymentMethodParams = Type.Object({ token: Type.String({ description: 'Token of the stored card.' }) })

export const PaymentMethodListQuery = Type.Object({
  customer_id: Type.Optional(Type.String()),
  expires_before: Type.Optional(
    Type.String({
      pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$',
      description: 'A month: cards that expire in an earlier one.',
      examples: ['2027-01'],
    }),
  ),
  ...Paging,
})

/** `PATCH /api/payment-methods/{token}` (docs/reference/customers.md#upkeep). */
export const PaymentMethodChangeBody = Type.Object({
  expiration_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  expiration_year: Type.Optional(Type.Integer({ minimum: 1000, maximum: 9999, description: 'Four digits.' })),
  holder_name: Type.Optional(
    nullable(FreeText({ maxLength: 255, empty: 'none', description: 'Name on the card; null clears it.' })),
  ),
})

const card = {
  token: Type.String({ description: 'Token of the payment method.' }),
  merchant_id: Type.String(),
  customer_id: NullableString,
  masked: NullableString,
  brand: NullableString,
  hash: NullableString,
}

export const PaymentMethodKept = wire('Payment method kept payload', {
  ...card,
  transaction_id: Type.String({ description: 'The payment that saved it.' }),
}).named()

export const PaymentMethodRemoved = wire('Payment method removed payload', card).named()

export type EventCard = ValueOf<typeof PaymentMethodRemoved>

/** Stored card with its expiry; null if it can no longer be decrypted. */
interface DatedCard extends EventCard {
  readonly expiry: CardExpiry | null
}

const datedCard = { ...card, expiration_month: NullableInteger, expiration_year: NullableInteger }

const expiry = {
  expiration_month: (dated: DatedCard) => dated.expiry?.month ?? null,
  expiration_year: (dated: DatedCard) => dated.expiry?.year ?? null,
}

/** Origin of a card's change: the merchant, or a provider's answer to a transaction. */
export type ChangedBy =
  | { readonly updatedBy: 'MERCHANT'; readonly transactionId: null }
  | { readonly updatedBy: 'PROVIDER'; readonly transactionId: string }

export const PaymentMethodUpdated = wire('Payment method updated payload', {
  ...datedCard,
  issuer_update: NullableIssuerUpdate,
  updated_by: Type.Enum(['MERCHANT', 'PROVIDER']),
  transaction_id: Type.Unsafe<string | null>({
    ...NullableString,
    description: 'The payment with which a provider reported it; null after a change by the merchant.',
  }),
}).from<DatedCard & ChangedBy & { readonly issuerUpdate: string | null }>(expiry)

export const PaymentMethodExpiring = wire('Payment method expiring payload', {
  ...datedCard,
  agreement_ids: Type.Array(Type.String(), { description: 'Agreements that charge it, at most 100.' }),
}).from<DatedCard & { readonly agreementIds: readonly string[] }>(expiry)
