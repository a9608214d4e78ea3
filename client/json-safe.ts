/** A value as JSON can hold it: a bigint as decimal text. */
export type JsonSafe<T> = T extends bigint
  ? string
  : T extends readonly (infer Item)[]
    ? readonly JsonSafe<Item>[]
    : T extends object
      ? { readonly [Field in keyof T]: JsonSafe<T[Field]> }
      : T

/**
 * Copy of a record, an event or any part of one that `JSON.stringify` and a JSON column accept: every bigint becomes
 * decimal text, to the last digit. `BigInt(text)` reads it back.
 */
export function toJsonSafe<T>(value: T): JsonSafe<T> {
  return safe(value) as JsonSafe<T>
}

function safe(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(safe)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, safe(item)]))
}
