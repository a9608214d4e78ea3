import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { erasedBody } from '#domain/erased-event.ts'
import { parseExactly } from '#domain/exact-json.ts'
import { syncDirectory, writeToDisk } from '#flows/archive/archive-file.ts'
import { findErasedLines } from '#store/archive/archived-lines.ts'
import type { Sql } from '#store/connection/database.ts'
import { withDatabase } from '../with-database.ts'
import { archivedLines } from './restore-archive.ts'

/** Replaces a file once its new content is on the disk. @throws Failure that says what to do */
export function eraseArchive(path: string): Promise<{ readonly files: number; readonly rewritten: number }> {
  return withDatabase(async (sql) => {
    const files = await filesIn(path)
    let rewritten = 0
    for (const file of files) if (await rewrite(sql, file)) rewritten += 1
    return { files: files.length, rewritten }
  })
}

async function filesIn(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const names = await readdir(path, { recursive: true })
  return names.filter((name) => name.endsWith('.jsonl.gz')).map((name) => join(path, name))
}

async function rewrite(sql: Sql, file: string): Promise<boolean> {
  const [before, after]: [string[], string[]] = [[], []]
  for await (const lines of archivedLines(file)) {
    const erased = await findErasedLines(sql, lines)
    before.push(...lines)
    after.push(...lines.map((line, place) => (erased.has(place) ? erasedLine(line) : line)))
  }
  if (after.every((line, place) => line === before[place])) return false
  await rm(`${file}.new`, { force: true })
  await writeToDisk(`${file}.new`, await promisify(gzip)(`${after.join('\n')}\n`))
  await rename(`${file}.new`, file)
  await syncDirectory(dirname(file))
  return true
}

function erasedLine(line: string): string {
  const { row, ...rest } = parseExactly(line) as { row: { payload?: { payload: object } } }
  return JSON.stringify({
    ...rest,
    row: row.payload ? { ...row, payload: erasedBody(row.payload) } : { ...row, answer: null },
  })
}
