import type { FieldName } from '../shared/fields/field-kinds.ts'
import type { OpenSession } from '../shared/handshake.ts'
import type { Customer } from '../shared/protocol.ts'
import type { Field } from './field.ts'

/** The property of the customer that each field holds. */
const PROPERTIES: Partial<Record<FieldName, keyof Customer>> = {
  name: 'holderName',
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  country: 'country',
  phone: 'phone',
}

export function typedCustomer(fields: readonly Field[]): Customer {
  const typed = fields.flatMap(({ name, value }) => {
    const property = PROPERTIES[name]
    return property !== undefined && value !== '' ? [[property, value]] : []
  })
  return Object.fromEntries(typed)
}

/** The known value of what this field asks for; empty where there is none. */
export function knownValue({ name }: Field, known: Customer): string {
  const property = PROPERTIES[name]
  return (property && known[property]) ?? ''
}

/** Returns what the session knows of its customer, without empty values. */
export function knownCustomer({ customer, country }: OpenSession): Customer {
  const known = Object.entries({ country, ...customer }).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(known)
}
