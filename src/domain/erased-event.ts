import { parseExactly } from './exact-json.ts'

export const ERASED = 'Erased'

/** Erased properties of a customer; ID and country stay. */
export const PERSONAL_FIELDS = ['firstName', 'lastName', 'address', 'city', 'postalCode', 'email', 'phone'] as const

const EMPTIED = new Set([
  ...['first_name', 'last_name', 'address', 'city', 'postal_code', 'email', 'phone', 'phone_number'].flatMap(
    (field) => [field, `customer_${field}`],
  ),
  ...['metadata', 'parent_metadata', 'message'],
])

/** Body of an event without personal data (docs/reference/erasure.md#what-is-erased). @param text JSON, `{ event, payload }` */
export function erasedEvent(text: string): string {
  return JSON.stringify(erasedBody(parseExactly(text) as EventBody))
}

interface EventBody {
  readonly payload: object
}

export function erasedBody(body: EventBody): EventBody {
  return { ...body, payload: erased(body.payload) }
}

function erased(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, erasedValue(name, value)]))
}

function erasedValue(name: string, value: unknown): unknown {
  if (EMPTIED.has(name)) return null
  if (name === 'customer' || name === 'agreement') return value && erased(value as object)
  if (typeof value !== 'string') return value
  if (name === 'description') return ERASED
  return name === 'return_url' ? value.split(/[?#]/, 1)[0] : value
}
