import { hasManyDigits } from '#domain/digit-runs.ts'
import { loggedText } from '#domain/kept-text.ts'

/** A string or a number of a JSON text; a string may have no end, so that no text is read twice. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|\d+/g

/** Masks every possible card number in a line of JSON. It stays JSON. */
export function scrub(line: string): string {
  if (!hasManyDigits(line)) return line
  return line.replace(TOKEN, (token) => {
    const masked = loggedText(token)
    return masked === token || token.startsWith('"') ? masked : `"${masked}"`
  })
}
