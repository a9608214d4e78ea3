/**
 * PostgreSQL's `text[]`, the only kind of array in our tables; postgres.js would ask the server about all kinds first.
 */
export const TEXT_LIST = { to: 1009, from: [1009], serialize: writeTextList, parse: readTextList }

/** A quoted element, in which a backslash escapes the next character, or an unquoted one. No text is read twice. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"?|([^{},"]+)/gs

/** Every element quoted, so that none is taken for NULL, for a number of dimensions or for two. */
function writeTextList(list: readonly string[]): string {
  return `{${list.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join()}}`
}

/** Of one dimension; none of our lists holds a null. */
function readTextList(literal: string): string[] {
  return [...literal.matchAll(ELEMENT)].map(([, quoted, bare]) => quoted?.replace(/\\(.)/gs, '$1') ?? bare!)
}
