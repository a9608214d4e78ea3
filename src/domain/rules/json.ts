/** True for an object of parsed JSON; a large number, `{ rawJSON }`, is none. */
export function isObject(written: unknown): written is Readonly<Record<string, unknown>> {
  return typeof written === 'object' && written !== null && !Array.isArray(written) && !JSON.isRawJSON(written)
}
