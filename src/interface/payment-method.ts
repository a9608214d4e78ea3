import { Type } from 'typebox'
import type { MaskedCard } from '#domain/card.ts'
import { type CardExpiry, ISSUER_UPDATES, type IssuerUpdate } from '#domain/card-update.ts'
import { FreeText, Instant, NullableString, nullable, Paging } from './types.ts'
import { wire } from './wire.ts'

const Expiry = (description: string) => Type.Union([Type.Integer({ description }), Type.Null()])

export const NullableIssuerUpdate = Type.Unsafe<string | null>({
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
