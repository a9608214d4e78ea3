/** Fields that hold minor units: always a bigint, however small the number. */
const AMOUNTS = new Set([
  'amount',
  'normalized_amount',
  'outgoing_amount',
  'captured_amount',
  'refunded_amount',
  'received_amount',
])

/** Newer than TypeScript's own description of JSON. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** JSON text of a value whose bigints are written to the last digit. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJSON(String(item)) : item))
}

/**
 * Reads JSON without losing a digit: amounts and integers beyond 2^53 become bigints. Inside `metadata`, whose keys are
 * the merchant's own, only the latter do.
 * @throws SyntaxError where the text is not JSON
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, (key, item: unknown, context?: { source?: string }) => {
    if (key === 'metadata') return withPlainNumbers(item)
    if (!Number.isInteger(item)) return item
    return AMOUNTS.has(key) || !Number.isSafeInteger(item) ? exactInteger(context?.source, item as number) : item
  })
}

/** The integer as it was written; one in exponent notation has no exact digits and stays a number. */
function exactInteger(source: string | undefined, number: number): bigint | number {
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : number
}

function withPlainNumbers(item: unknown): unknown {
  if (typeof item === 'bigint') return Number.isSafeInteger(Number(item)) ? Number(item) : item
  if (Array.isArray(item)) return item.map(withPlainNumbers)
  if (item === null || typeof item !== 'object') return item
  return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, withPlainNumbers(inner)]))
}
