import { type Static, Type } from 'typebox'
import type { Customer, KeptCustomer } from '#domain/customer.ts'
import { readBody, readGiven } from './read.ts'
import { CustomerFieldsSchema, Instant, NullableString, nullable } from './types.ts'
import { wire } from './wire.ts'

const details = {
  id: NullableString,
  first_name: NullableString,
  last_name: NullableString,
  address: NullableString,
  city: NullableString,
  country: NullableString,
  postal_code: NullableString,
  email: NullableString,
  phone: NullableString,
}

/** Customer as records show it: every field is present, null if unknown. */
export const CustomerDetails = wire('Customer details', details, {
  description: 'Fields that the request omitted are null.',
}).from<Customer>({})

export const CustomerRecord = wire('Customer record', { ...details, id: Type.String(), created_at: Instant }).from<
  Customer & { readonly id: string; readonly createdAt: Date }
>({})

const CustomerId = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'customer-id',
  description: 'Your ID of the customer; assigned if omitted.',
  empty: 'none',
})

const { id: _, ...fields } = CustomerFieldsSchema.properties

export const CustomerBody = Type.Object({ id: Type.Optional(nullable(CustomerId)), ...fields })

export const CustomerChangeBody = Type.Object(fields)

export const CustomerParams = Type.Object({ id: Type.String({ description: 'Customer id.' }) })

/** Reads a customer; absent fields are null. */
export function customerOf(customer: Static<typeof CustomerFieldsSchema> = {}): KeptCustomer {
  return readBody(CustomerFieldsSchema, { ...customer, email: customer.email || null })
}

/** Reads changes of a customer; absent fields stay as they are, null clears one. */
export function customerChangeOf(body: Static<typeof CustomerChangeBody>) {
  return readGiven(CustomerChangeBody, { ...body, ...(body.email === '' && { email: null }) })
}
