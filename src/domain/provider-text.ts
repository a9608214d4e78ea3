import { PROCESSING_CODES } from './processing-code.ts'
import type { Status } from './status.ts'

/** What each outcome is called, in small letters, and the status that it means. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(PROCESSING_CODES).map(({ name, status }) => [name.toLowerCase(), status]),
)

/**
 * Leaves out a provider's text that is the name of another outcome than the one it came with: simulators say `approved`
 * of everything unless told otherwise (docs/reference/simulators.md#metadata). For what people read; records and events
 * keep what was said.
 */
export function fittingText(text: string | null | undefined, status: Status): string | null {
  const named = typeof text !== 'string' ? undefined : NAMES.get(text.trim().replace(/[.!]$/, '').toLowerCase())
  return named === undefined || named === status ? (text ?? null) : null
}
