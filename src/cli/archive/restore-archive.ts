import { restoreArchivedRows } from '#store/archive/archived-lines.ts'
import type { Sql } from '#store/connection/database.ts'
import { Failure } from '../command.ts'
import { lineBlocks } from '../line-blocks.ts'
import { withDatabase } from '../with-database.ts'

const AT_ONCE = 1000

interface RestoredArchive {
  readonly rows: number
  readonly restored: number
}

/** Puts the rows of an archive back where they are missing, all or none. @throws Failure that says what to do */
export function restoreArchive(file: string): Promise<RestoredArchive> {
  return withDatabase((database) => database.begin((sql) => restoreLines(sql, file)))
}

async function restoreLines(sql: Sql, file: string): Promise<RestoredArchive> {
  let [rows, restored] = [0, 0]
  for await (const lines of archivedLines(file)) {
    rows += lines.length
    restored += await restoreArchivedRows(sql, lines)
  }
  return { rows, restored }
}

/** Lines of an archived file, a batch at a time. @throws Failure if it cannot be read */
export async function* archivedLines(file: string): AsyncGenerator<readonly string[]> {
  let lines: string[] = []
  try {
    for await (const block of lineBlocks(file)) {
      for (const line of block
        .toString()
        .split('\n')
        .filter((text) => text !== '')) {
        lines.push(line)
        if (lines.length < AT_ONCE) continue
        yield lines
        lines = []
      }
    }
  } catch (cause) {
    throw new Failure(`Cannot read the archive ${file}: ${(cause as Error).message}.`, { cause })
  }
  if (lines.length > 0) yield lines
}
