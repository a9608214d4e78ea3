import type { FieldName } from '../shared/fields/field-kinds.ts'
import type { Customer } from '../shared/protocol.ts'
import type { Field } from './field.ts'

/** Customer facts that are typed here, by the field they are typed into. */
const FACTS: Partial<Record<FieldName, keyof Customer>> = {
  name: 'holderName',
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  country: 'country',
  phone: 'phone',
}

/** What of the customer has been typed. */
export function typedCustomer(fields: readonly Field[]): Customer {
  const typed = fields.flatMap(({ name, value }) => {
    const fact = FACTS[name]
    return fact !== undefined && value !== '' ? [[fact, value]] : []
  })
  return Object.fromEntries(typed)
}

/** What is known of the customer that this field would ask for; empty where nothing is. */
export function knownValue({ name }: Field, known: Customer): string {
  const fact = FACTS[name]
  return (fact && known[fact]) ?? ''
}
