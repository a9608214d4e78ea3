import { Type } from 'typebox'
import type { CardExpiry } from '#domain/card-update.ts'
import { NullableIssuerUpdate } from '../payment-method.ts'
import { NullableInteger, NullableString } from '../types.ts'
import { wire } from '../wire.ts'

export interface EventCard {
  readonly merchantId: string
  readonly token: string
  readonly customerId: string | null
  readonly masked: string | null
  readonly brand: string | null
  readonly hash: string | null
}

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
}).from<EventCard & { readonly transactionId: string }>({})

export const PaymentMethodRemoved = wire('Payment method removed payload', card).from<EventCard>({})

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
