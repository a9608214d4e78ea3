import { replaceUnstorable } from '#domain/storable-text.ts'

/** Fields by path: `{ 'last_payment_error.code': 'card_declined' }`. */
export type Fields = Readonly<Record<string, string>>

/** Maximum text of a stored field. */
const LONGEST = 200

/** Texts, numbers and booleans at these paths of a JSON value. */
export function pickFields(value: unknown, paths: readonly string[]): Fields {
  const found = paths.flatMap((path) => {
    const field = getPath(value, path)
    return isPlain(field) ? [[path, replaceUnstorable(String(field).slice(0, LONGEST))]] : []
  })
  return Object.fromEntries(found)
}

/** Value at a path such as `purchase_units.0.payments.captures.0.id`; undefined if absent. */
export function getPath(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => {
    return typeof part === 'object' && part !== null && Object.hasOwn(part, key) ? part[key as never] : undefined
  }, value)
}

export function getText(value: unknown, path: string): string | undefined {
  const text = getPath(value, path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** JSON of a notice's body; undefined if it is none. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

function isPlain(field: unknown): field is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof field)
}
