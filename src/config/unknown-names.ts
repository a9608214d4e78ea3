import { parseEnv } from 'node:util'
import { variablesOf } from './read-setting.ts'
import { SETTINGS } from './settings.ts'

const NAMES = Object.values(SETTINGS).flatMap(variablesOf)

/** Names that the command, Node or other programs next to the gateway read. */
const OTHERS = /^(TOLLGATE_|NODE_|OTEL_|POSTGRES_|PG|HTTPS?_PROXY$|NO_PROXY$|SSL_CERT_|TZ$|LANG$|PATH$)/

/** A name in `.env` that is not a setting, and a similar setting. */
export interface UnknownName {
  readonly name: string
  readonly meant: string | undefined
}

export function unknownNames(text: string): readonly UnknownName[] {
  const names = Object.keys(parseEnv(text)).filter((name) => !NAMES.includes(name) && !OTHERS.test(name))
  return names.map((name) => ({ name, meant: NAMES.find((known) => isNear(name.toUpperCase(), known)) }))
}

/** True if the names differ by one edit, or by two if they are long. */
function isNear(one: string, other: string): boolean {
  return edits(one, other) <= (other.length > 8 ? 2 : 1)
}

/** Levenshtein distance. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const above = row
    row = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const change = above[column - 1]! + (letter === other[column - 1] ? 0 : 1)
      row.push(Math.min(row[column - 1]! + 1, above[column]! + 1, change))
    }
  }
  return row.at(-1)!
}
