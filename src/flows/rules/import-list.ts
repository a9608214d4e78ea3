import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListKind } from '#domain/list-entry.ts'
import { pastProblems } from '#domain/problem.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import type { NewListEntry } from '#store/rules/list-entries.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { readListValue } from '../payment/authorize/list-values.ts'
import { type ListChange, type ListTerms, newEntry, saveEntries } from './lists.ts'

/** Rejected line of a file, with an instruction. */
export interface BadLine {
  readonly line: number
  readonly message: string
}

export type ListLine = { readonly line: number; readonly kind: ListKind; readonly value: string } & ListTerms

export interface ListImport {
  /** Entries that were added or changed. */
  readonly taken: number
  readonly errors: readonly BadLine[]
}

/** Lines before other requests of the process get a turn. */
const LINES_PER_TURN = 500

/**
 * Adds the entries of a file to a list in one commit; of lines with one value the last one counts
 * (docs/reference/lists.md#import).
 * @param lines as they are read; malformed ones are bad already
 * @throws RequestError `invalid` if there are too many entries
 */
export async function importList(
  gateway: Gateway,
  change: ListChange,
  lines: Iterable<ListLine | BadLine>,
): Promise<ListImport> {
  const { actor, merchantId, list } = change
  const entries = new Map<string, NewListEntry>()
  const errors: BadLine[] = []
  const now = await readTestClock(gateway.sql, merchantId)
  let count = 0
  for (const line of lines) {
    if (++count % LINES_PER_TURN === 0) await nextTurn()
    const read = 'message' in line ? line : readLine(gateway, merchantId, line, now)
    if ('message' in read) errors.push({ line: line.line, message: read.message })
    else entries.set(read.match, newEntry(change, read, line as ListLine))
  }
  const changes = { list, lines: count, errors: errors.length }
  const deed = { actor, action: 'list.imported' as const, merchantId, subject: list, changes }
  const taken = await withAuditEntry(gateway, deed, (tx) => saveEntries(tx, merchantId, [...entries.values()]))
  return { taken, errors }
}

function readLine(gateway: Gateway, merchantId: string, { kind, value, expiresAt }: ListLine, now: Date) {
  const [past] = pastProblems('expires_at', expiresAt, now)
  return past ? { message: `${past.property}: ${past.message}` } : readListValue(gateway, merchantId, kind, value)
}
