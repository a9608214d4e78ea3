import { Type } from 'typebox'
import { CustomerFieldsSchema, CustomerView, ListOf, NullableString, nullable, Paging } from './types.ts'

const { id: _, ...fields } = CustomerFieldsSchema.properties

const CustomerId = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'customer-id',
  description: 'Your ID of the customer; assigned if omitted.',
  empty: 'none',
})

/** A new customer (docs/reference/customers.md#customers). */
export const CustomerBody = Type.Object({ id: Type.Optional(nullable(CustomerId)), ...fields })

export const CustomerChangeBody = Type.Object(fields)

export const CustomerRecord = Type.Object(
  {
    ...CustomerView.properties,
    id: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Customer record' },
)

export const CustomerList = ListOf(CustomerRecord)

export const CustomerParams = Type.Object({ id: Type.String({ description: 'Customer id.' }) })

export const CustomerListQuery = Type.Object(Paging)

const Expiry = (description: string) => Type.Union([Type.Integer({ description }), Type.Null()])

/** A stored card (docs/reference/customers.md#stored-cards). */
export const PaymentMethodRecord = Type.Object(
  {
    token: Type.String({ description: 'The `payment_method_id` of a `saved_card`.' }),
    type: Type.Literal('card'),
    masked: Type.String({ description: 'First six and last four digits.' }),
    brand: NullableString,
    hash: Type.String({ description: 'Identical for the same card.' }),
    expiration_month: Expiry('1 to 12.'),
    expiration_year: Expiry('Four digits.'),
    customer_id: NullableString,
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Stored payment method' },
)

export const PaymentMethodList = ListOf(PaymentMethodRecord)

export const PaymentMethodParams = Type.Object({ token: Type.String({ description: 'Token of the stored card.' }) })

export const PaymentMethodListQuery = Type.Object(Paging)
