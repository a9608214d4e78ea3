import { Type } from 'typebox'
import { Customer, CustomerView, ListOf, nullable, Paging } from './types.ts'

const { id: _, ...fields } = Customer.properties

const CustomerId = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'customer-id',
  description: 'Your own id of the customer; assigned where you give none.',
})

/** A new customer (docs/reference/customers.md#customers). */
export const CustomerBody = Type.Object({ id: Type.Optional(nullable(CustomerId)), ...fields })

export const CustomerChangeBody = Type.Object(fields)

export const CustomerRecord = Type.Object({
  ...CustomerView.properties,
  id: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
})

export const CustomerList = ListOf(CustomerRecord)

export const CustomerParams = Type.Object({ id: Type.String({ description: 'Customer id.' }) })

export const CustomerListQuery = Type.Object(Paging)
