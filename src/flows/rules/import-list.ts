import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '#domain/actor.ts'
import type { ListEntry, ListKind, ListName } from '#domain/list-entry.ts'
import { readTestClock } from '#store/test-clock/test-clock.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { readListValue } from './list-values.ts'
import { type ListTerms, newEntry, saveWithinLimit } from './lists.ts'

/** A line of a file that cannot be taken, with what to do. */
export interface BadLine {
  readonly line: number
  readonly message: string
}

/** A line of a file with fields of the right form. */
export type ListLine = { readonly line: number; readonly kind: ListKind; readonly value: string } & ListTerms

/** Lines that are read before others of the process have a turn. */
const LINES_PER_TURN = 500

/**
 * Adds the entries of a file to a list in one commit; of lines with the same value the last one counts
 * (docs/reference/lists.md#import).
 * @param lines as they are read; those of a wrong form are bad already
 * @returns how many entries were added or changed, and the bad lines in their order
 * @throws RequestError `invalid` for too many entries
 */
export async function importList(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  list: ListName,
  lines: Iterable<ListLine | BadLine>,
): Promise<{ readonly taken: number; readonly errors: readonly BadLine[] }> {
  const now = await readTestClock(gateway.sql, merchantId)
  const entries = new Map<string, Omit<ListEntry, 'hits'>>()
  const errors: BadLine[] = []
  let count = 0
  for (const line of lines) {
    if (++count % LINES_PER_TURN === 0) await nextTurn()
    const read = 'message' in line ? line : entryOf(gateway, actor, merchantId, list, line, now)
    if ('message' in read) errors.push({ line: line.line, message: read.message })
    else entries.set(`${read.kind} ${read.match}`, read)
  }
  const changes = { list, lines: count, errors: errors.length }
  const deed = { actor, action: 'list.imported', merchantId, subject: list, changes }
  const taken = await withAuditEntry(gateway, deed, (tx) => saveWithinLimit(tx, merchantId, [...entries.values()]))
  return { taken, errors }
}

function entryOf(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  list: ListName,
  { kind, value, reason, expiresAt }: ListLine,
  now: Date,
): Omit<ListEntry, 'hits'> | { readonly message: string } {
  if (expiresAt && expiresAt <= now) return { message: 'expires_at: Use a time later than now.' }
  const read = readListValue(gateway, merchantId, kind, value)
  return 'message' in read ? { message: `value: ${read.message}` } : newEntry(actor, list, read, { reason, expiresAt })
}
