/** A value of JSON, with no date, big integer or secret in it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

export type JsonObject = { readonly [name: string]: JsonValue | undefined }

/**
 * Parses JSON so that every number survives a round trip: one that JavaScript cannot hold, or that is written in an
 * unusual way (`10.0`, `1e3`, 2^53 + 1), becomes `{ rawJSON }`, which `JSON.stringify` writes back verbatim.
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value, context) =>
    typeof value === 'number' && String(value) !== context.source ? JSON.rawJSON(context.source) : value,
  )
}

/** An integer that `JSON.stringify` writes to the last digit. */
export function exactInteger(value: bigint): { readonly rawJSON: string } {
  return JSON.rawJSON(value.toString())
}
