import type { Static } from 'typebox'
import { type CsvRow, csvRows } from '#domain/csv-rows.ts'
import { LISTS, type ListKind, type ListName } from '#domain/list-entry.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { BadLine, ListLine } from '#flows/rules/import-list.ts'
import { ListLineSchema, type ListParams } from '#interface/list-entry.ts'
import { readBody } from '#interface/read.ts'
import { type Validator, validatorsFor } from '../../request/validate.ts'

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
  const body = Object.fromEntries(given.filter(([, cell]) => cell !== '')) as Static<typeof ListLineSchema>
  const problems = judge(body)
  if (problems.length > 0) return { line, message: problems.map((one) => `${one.property}: ${one.message}`).join(' ') }
  return { line, ...readBody(ListLineSchema, body) }
}

/** @throws RequestError 404 for an unknown list */
export function listOf({ list }: Static<typeof ListParams>): ListName {
  return orNotFound(
    LISTS.find((name) => name === list),
    'list',
  )
}
