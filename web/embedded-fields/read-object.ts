import { PaymentError } from './payment-error.ts'

// What shops pass in is copied key by known key: frameworks wrap objects in proxies, which cannot be posted to a frame.

type Shape = 'string' | 'boolean' | 'function' | 'object'

/** Shape of each value of an object. */
export type Shapes<T> = Readonly<Record<keyof T & string, Shape>>

const NAMES: Readonly<Record<Shape, string>> = {
  string: 'a text',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
}

/**
 * The named values of an object, without those that are undefined or null.
 * @param where what the object is called, with a dot behind, for the message
 * @throws PaymentError `invalid_options` naming the first value that is not of its shape
 */
export function readObject<T>(given: unknown, shapes: Shapes<T>, where = ''): T {
  const values = object(given, where.slice(0, -1) || 'the argument')
  const known = Object.entries<Shape>(shapes).flatMap(([name, shape]) => {
    const value = values[name]
    if (value === undefined || value === null) return []
    if (typeof value !== shape) invalidOption(`${where}${name} must be ${NAMES[shape]}`)
    return [[name, value] as const]
  })
  return Object.fromEntries(known) as T
}

function object(given: unknown, name: string): Record<string, unknown> {
  const value = given ?? {}
  if (typeof value !== 'object') invalidOption(`${name} must be an object`)
  return value as Record<string, unknown>
}

export function invalidOption(what: string): never {
  throw new PaymentError('invalid_options', `Embedded fields: ${what}.`)
}
