import { Type } from 'typebox'
import { ListOf, NullableString, Paging } from './types.ts'

const Expiry = (description: string) => Type.Union([Type.Integer({ description }), Type.Null()])

/** A stored card (docs/reference/customers.md#stored-cards). */
export const PaymentMethodRecord = Type.Object({
  token: Type.String({ description: 'The `payment_method_id` of a `saved_card`.' }),
  type: Type.Literal('card'),
  masked: Type.String({ description: 'First six and last four digits.' }),
  brand: NullableString,
  hash: Type.String({ description: 'The same for the same card.' }),
  expiration_month: Expiry('1 to 12.'),
  expiration_year: Expiry('Four digits.'),
  customer_id: NullableString,
  created_at: Type.String({ format: 'date-time' }),
})

export const PaymentMethodList = ListOf(PaymentMethodRecord)

export const PaymentMethodParams = Type.Object({ token: Type.String({ description: 'Token of the stored card.' }) })

export const PaymentMethodListQuery = Type.Object(Paging)
