/** JSON value without dates, big integers or secrets. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

export type JsonObject = { readonly [name: string]: JsonValue | undefined }

/** Parses JSON; numbers that JavaScript cannot hold or would write differently (`10.0`, 2^53 + 1) become `{ rawJSON }`. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value, context) =>
    typeof value === 'number' && String(value) !== context.source ? JSON.rawJSON(context.source) : value,
  )
}

/** An integer that `JSON.stringify` writes to the last digit. */
export type ExactInteger = {
  readonly rawJSON: string
}

export function exactInteger(value: bigint): ExactInteger {
  return JSON.rawJSON(value.toString())
}
