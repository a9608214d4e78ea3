import { PROCESSING_CODES } from './processing-code.ts'
import type { Status } from './status.ts'

/** Names of outcomes, in lower case, and their status. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(PROCESSING_CODES).map(({ name, status }) => [name.toLowerCase(), status]),
)

/** Leaves out a text that names another outcome, as simulators may send (docs/reference/simulators.md#metadata). For display. */
export function fittingText(text: string | null | undefined, status: Status): string | null {
  const named = typeof text !== 'string' ? undefined : NAMES.get(text.trim().replace(/[.!]$/, '').toLowerCase())
  return named === undefined || named === status ? (text ?? null) : null
}
