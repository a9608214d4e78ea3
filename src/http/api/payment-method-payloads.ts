import { Type } from 'typebox'
import { NullableString } from '#interface/types.ts'
import { IssuerUpdate } from './payment-methods.ts'

const card = {
  token: Type.String({ description: 'Token of the payment method.' }),
  merchant_id: Type.String(),
  customer_id: NullableString,
  masked: NullableString,
  brand: NullableString,
  hash: NullableString,
}

const NullableInteger = Type.Union([Type.Integer(), Type.Null()])

const datedCard = { ...card, expiration_month: NullableInteger, expiration_year: NullableInteger }

export const PaymentMethodKept = Type.Object(
  { ...card, transaction_id: Type.String({ description: 'The payment that saved it.' }) },
  { title: 'Payment method kept payload' },
)

export const PaymentMethodRemoved = Type.Object(card, { title: 'Payment method removed payload' })

export const PaymentMethodUpdated = Type.Object(
  {
    ...datedCard,
    issuer_update: IssuerUpdate,
    updated_by: Type.Enum(['MERCHANT', 'PROVIDER']),
    transaction_id: Type.Unsafe<string | null>({
      ...NullableString,
      description: 'The payment with which a provider reported it; null after a change by the merchant.',
    }),
  },
  { title: 'Payment method updated payload' },
)

export const PaymentMethodExpiring = Type.Object(
  {
    ...datedCard,
    agreement_ids: Type.Array(Type.String(), { description: 'Agreements that charge it, at most 100.' }),
  },
  { title: 'Payment method expiring payload' },
)
