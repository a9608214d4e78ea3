import type { Static } from 'typebox'
import { type CsvRow, csvRows } from '#domain/csv-rows.ts'
import type { ListKind } from '#domain/list-entry.ts'
import { invalid } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { BadLine, ListLine } from '#flows/rules/import-list.ts'
import type { ListTerms } from '#flows/rules/lists.ts'
import { type Validator, validatorsFor } from '../../request/validate.ts'
import { ListLineSchema } from './list-schemas.ts'

/** Columns of an import (docs/reference/lists.md#import). */
const HEADER = ['kind', 'value', 'reason', 'expires_at']

const MOST_LINES = 50_000

/**
 * @param admit throws for a forbidden kind
 * @throws RequestError `invalid` without the header, or with too many lines
 */
export function* linesOf(
  { settings }: Pick<Gateway, 'settings'>,
  file: string,
  admit: (kind: ListKind) => void,
): Generator<ListLine | BadLine> {
  const judge = validatorsFor(settings.realm).body(ListLineSchema)
  const rows = csvRows(file)
  const first = rows.next().value as CsvRow | undefined
  const header = first?.cells?.map((name) => name.trim().toLowerCase())
  if (header?.join() !== HEADER.join()) throw invalid('', `Begin the file with the line ${HEADER}.`, HEADER.join())
  let count = 0
  for (const row of rows) {
    if (++count > MOST_LINES) throw invalid('', `Send at most ${MOST_LINES} lines.`, String(MOST_LINES))
    const line = lineOf(row, judge)
    if ('kind' in line) admit(line.kind)
    yield line
  }
}

function lineOf({ line, cells }: CsvRow, judge: Validator): ListLine | BadLine {
  if (cells?.length !== HEADER.length)
    return { line, message: `Write ${HEADER.length} columns, separated as in the first line.` }
  const given = cells.map((cell, index) => [HEADER[index]!, cell.trim()] as const)
  const body = Object.fromEntries(given.filter(([, cell]) => cell !== '')) as Partial<Static<typeof ListLineSchema>>
  const problems = judge(body)
  if (problems.length > 0) return { line, message: problems.map((one) => `${one.property}: ${one.message}`).join(' ') }
  return { line, kind: body.kind!, value: body.value!, ...termsOf(body) }
}

export function termsOf(body: Partial<Pick<Static<typeof ListLineSchema>, 'reason' | 'expires_at'>>): ListTerms {
  const { reason = null, expires_at: at } = body
  return { reason, expiresAt: typeof at === 'string' ? new Date(at) : null }
}
