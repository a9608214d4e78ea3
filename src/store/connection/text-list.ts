/** PostgreSQL's `text[]`, the only kind of array in our tables. */

/** A quoted element, in which a backslash escapes the next character, or an unquoted one. No text is read twice. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"?|([^{},"]+)/gs

/**
 * Writes a list as PostgreSQL reads `text[]`. Every element is quoted, so that none is taken for NULL, for a number of
 * dimensions or for two.
 */
export function writeTextList(list: readonly string[]): string {
  return `{${list.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join()}}`
}

/** Reads a list of one dimension without nulls. */
export function readTextList(literal: string): string[] {
  return [...literal.matchAll(ELEMENT)].map(([, quoted, bare]) => quoted?.replace(/\\(.)/gs, '$1') ?? bare!)
}
