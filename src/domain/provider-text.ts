import { PROCESSING_CODES } from './processing-code.ts'
import type { Status } from './status.ts'

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(PROCESSING_CODES).map(({ name, status }) => [name.toLowerCase(), status]),
)

/** Omits a text that names another outcome, as simulators may send (docs/reference/simulators.md#metadata). */
export function fittingText(text: string | null | undefined, status: Status): string | null {
  const named = typeof text !== 'string' ? undefined : NAMES.get(text.trim().replace(/[.!]$/, '').toLowerCase())
  return named === undefined || named === status ? (text ?? null) : null
}
