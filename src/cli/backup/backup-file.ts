import { isDeepStrictEqual } from 'node:util'
import type { BackupSnapshot } from '#store/backup/read-backup.ts'
import type { BackedUpTable } from '#store/backup/tables.ts'
import type { AppliedMigration } from '#store/schema/migration-files.ts'
import type { BackupKey } from '#vault/backup-key.ts'
import { Failure } from '../command.ts'
import { LINE_FEED } from '../line-blocks.ts'
import { BackupLines, damaged, END_OF_ROWS, macUnder } from './backup-lines.ts'

// A backup is gzip over UTF-8 lines: a JSON header; per table a JSON line, its rows in COPY text format and `\.`; last,
// JSON row counts and the MAC of all before.

export interface BackupHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly release: string
  /** ISO 8601. */
  readonly taken_at: string
  readonly migrations: readonly AppliedMigration[]
  /** `demo.json` sealed under the master key, Base64; null where there is none. */
  readonly demo: string | null
  /** Key of the MAC, sealed under the master key, Base64; null in backups of releases that wrote none. */
  readonly key: string | null
}

type RowCounts = Readonly<Record<string, number>>

/** A backup that is read from its beginning to its end, once. */
export interface BackupReader {
  readonly path: string
  readonly header: BackupHeader
  /** The rows of each have to be read before the next table. @throws Failure where the file is damaged or cut off */
  tables(): AsyncIterable<{ readonly table: BackedUpTable; readonly rows: AsyncIterable<Uint8Array> }>
}

const FORMAT = 'tollgate-backup'
const VERSION = 1

/** Text of a backup before compression. */
export function backupText(
  snapshot: BackupSnapshot,
  release: string,
  { demo, key }: { readonly demo: string | null; readonly key: BackupKey },
): AsyncGenerator<Uint8Array | string> {
  const about = { format: FORMAT, version: VERSION, release, demo, key: Buffer.from(key.sealed).toString('base64') }
  return authenticated(textOf(snapshot, about), key.key)
}

async function* textOf(
  { at, migrations, tables, rowsOf }: BackupSnapshot,
  about: object,
): AsyncGenerator<Uint8Array | string> {
  yield line({ ...about, taken_at: at.toISOString(), migrations })
  const counts: Record<string, number> = {}
  for (const table of tables) {
    yield line({ table: table.name, columns: table.columns })
    counts[table.name] = 0
    for await (const rows of rowsOf(table)) {
      counts[table.name]! += countLines(rows)
      yield rows
    }
    yield END_OF_ROWS
  }
  yield line({ rows: counts })
}

async function* authenticated(
  text: AsyncIterable<Uint8Array | string>,
  key: Uint8Array,
): AsyncGenerator<Uint8Array | string> {
  const mac = macUnder(key)
  for await (const piece of text) {
    mac.update(piece)
    yield piece
  }
  yield line({ mac: mac.digest('base64') })
}

export interface Trust {
  /** Decrypts the key in the header. @throws Failure if this gateway did not encrypt it */
  readonly keyOf: (sealed: Uint8Array) => Uint8Array
  /** True to accept an unauthenticated one, as earlier releases wrote them. */
  readonly takesUnsigned: boolean
}

/** @throws Failure if the file is no backup, of another version, or not authenticated */
export async function openBackup(path: string, trust: Trust): Promise<BackupReader> {
  const lines = new BackupLines(path)
  const header = await lines.header((said) => {
    const header = headerOf(path, said)
    return { header, key: keyOf(path, header, trust) }
  })
  async function* tables() {
    const counts: Record<string, number> = {}
    for (;;) {
      const said = await lines.parsed()
      if (!('table' in said)) {
        assertComplete(path, counts, said.rows)
        return lines.end()
      }
      const table = { name: String(said.table), columns: namesIn(path, said.columns) }
      counts[table.name] = 0
      const count = (rows: Uint8Array) => {
        counts[table.name]! += countLines(rows)
      }
      yield { table, rows: lines.rows(count) }
    }
  }
  return { path, header, tables }
}

function headerOf(path: string, said: Readonly<Record<string, unknown>>): BackupHeader {
  if (said.format !== FORMAT) throw new Failure(`${path} is not a Tollgate backup.`)
  if (said.version !== VERSION)
    throw new Failure(`${path} has version ${said.version}; this release reads version ${VERSION}.`)
  return { key: null, ...said } as unknown as BackupHeader
}

function keyOf(path: string, { key }: BackupHeader, { keyOf: open, takesUnsigned }: Trust): Uint8Array | undefined {
  if (key !== null) return open(Buffer.from(String(key), 'base64'))
  if (takesUnsigned) return undefined
  throw new Failure(
    `${path} is not signed: it is from an older release, or was changed. If you trust the file, add --unsigned.`,
  )
}

function namesIn(path: string, columns: unknown): readonly string[] {
  if (!Array.isArray(columns)) throw damaged(path, 'it has a table without columns')
  return columns.map(String)
}

function assertComplete(path: string, found: RowCounts, announced: unknown): void {
  if (!isDeepStrictEqual(found, announced)) throw damaged(path, 'its number of rows is wrong')
}

function countLines(rows: Uint8Array): number {
  let count = 0
  for (let at = rows.indexOf(LINE_FEED); at !== -1; at = rows.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

const line = (said: object) => `${JSON.stringify(said)}\n`
