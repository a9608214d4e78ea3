import { maskCardNumbers } from '#domain/card-rules.ts'

/** A string or a number of a JSON text; a string may have no end, so that no text is read twice. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|\d+/g
/** A line of JSON in which every digit run that may be a card number is masked. It stays JSON. */
export function scrub(line: string): string {
  return line.replace(TOKEN, (token) => {
    const masked = maskCardNumbers(token)
    return masked === token || token.startsWith('"') ? masked : `"${masked}"`
  })
}
