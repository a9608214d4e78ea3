import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { AppliedMigration, BackupSnapshot } from '#store/backup/read-backup.ts'
import type { BackedUpTable } from '#store/backup/tables.ts'
import { Failure } from '../command.ts'
import { parseObject } from '../kinds.ts'

// A backup is gzip over lines of UTF-8: a header in JSON; for every table a line of JSON, its rows in PostgreSQL's text
// format of COPY and a line `\.`, which no row is; at the end a line of JSON with the number of rows of every table.

/** The first line. */
export interface BackupHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  /** Of the gateway that wrote it. */
  readonly release: string
  /** As of which moment, ISO 8601. */
  readonly taken_at: string
  readonly migrations: readonly AppliedMigration[]
  /** `demo.json` sealed under the master key, Base64; null where there is none. */
  readonly demo: string | null
}

/** Rows by table. */
type RowCounts = Readonly<Record<string, number>>

/** A backup that is read from its beginning to its end, once. */
export interface BackupReader {
  readonly header: BackupHeader
  /** The rows of each have to be read before the next table. @throws Failure where the file is damaged or cut off */
  tables(): AsyncIterable<{ readonly table: BackedUpTable; readonly rows: AsyncIterable<Uint8Array> }>
}

const FORMAT = 'tollgate-backup'
const VERSION = 1
const END_OF_ROWS = '\\.\n'
const LINE_FEED = 10

/** The whole text of a backup, before it is compressed. */
export async function* backupText(
  { at, migrations, tables, rowsOf }: BackupSnapshot,
  release: string,
  demo: string | null,
): AsyncGenerator<Uint8Array | string> {
  yield line({ format: FORMAT, version: VERSION, release, taken_at: at.toISOString(), migrations, demo })
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

/** @throws Failure where the file is no backup, or of another version */
export async function openBackup(path: string): Promise<BackupReader> {
  const lines = new Lines(path)
  const header = headerOf(path, await lines.parsed())
  async function* tables() {
    const counts: Record<string, number> = {}
    for (;;) {
      const said = await lines.parsed()
      if (!('table' in said)) return assertComplete(path, counts, said.rows)
      const table = { name: String(said.table), columns: said.columns as readonly string[] }
      counts[table.name] = 0
      const count = (rows: Uint8Array) => {
        counts[table.name]! += countLines(rows)
      }
      yield { table, rows: lines.rows(count) }
    }
  }
  return { header, tables }
}

function headerOf(path: string, said: Readonly<Record<string, unknown>>): BackupHeader {
  if (said.format !== FORMAT) throw new Failure(`${path} is no backup of Tollgate.`)
  if (said.version !== VERSION)
    throw new Failure(`${path} is of version ${said.version}; this release reads ${VERSION}.`)
  return said as unknown as BackupHeader
}

function assertComplete(path: string, found: RowCounts, announced: unknown): void {
  if (!isDeepStrictEqual(found, announced)) throw damaged(path, 'it does not hold the rows that it says')
}

function damaged(path: string, why: string): Failure {
  return new Failure(`${path} is no whole backup: ${why}.`)
}

/** The text of a file, piece by piece. */
class Lines {
  readonly #path: string
  readonly #blocks: AsyncIterator<Buffer>
  /** Read and not yet taken; whole lines. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(path: string) {
    this.#path = path
    this.#blocks = wholeLines(path)
  }

  /** The next line, which has to be a JSON object. */
  async parsed(): Promise<Readonly<Record<string, unknown>>> {
    await this.#fill()
    const text = this.#take(this.#rest.indexOf(LINE_FEED) + 1).toString()
    const said = parseObject(text)
    if (!said) throw damaged(this.#path, 'a line of it cannot be read')
    return said as Readonly<Record<string, unknown>>
  }

  /** The lines up to the end of a table. @param see is called with each piece */
  async *rows(see: (rows: Uint8Array) => void): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      await this.#fill()
      const end = endOfRows(this.#rest)
      const rows = this.#take(end === -1 ? this.#rest.length : end)
      see(rows)
      if (rows.length > 0) yield rows
      if (end !== -1) break
    }
    this.#take(END_OF_ROWS.length)
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #fill(): Promise<void> {
    if (this.#rest.length > 0) return
    const { value, done } = await this.#blocks.next().catch((error: Error) => {
      throw damaged(this.#path, error.message)
    })
    if (done) throw damaged(this.#path, 'it ends too early')
    this.#rest = value
  }
}

/** What a file holds, in blocks that end with a line. */
async function* wholeLines(path: string): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = []
  for await (const chunk of pipeline(createReadStream(path), createGunzip(), () => undefined)) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) yield Buffer.concat([...begun, chunk.subarray(0, end)])
    begun = end > 0 ? [chunk.subarray(end)] : [...begun, chunk]
  }
}

/** Where the mark that ends a table begins, -1 where it is not. */
function endOfRows(block: Buffer): number {
  if (block.subarray(0, END_OF_ROWS.length).toString() === END_OF_ROWS) return 0
  const before = block.indexOf(`\n${END_OF_ROWS}`)
  return before === -1 ? -1 : before + 1
}

function countLines(rows: Uint8Array): number {
  let count = 0
  for (let at = rows.indexOf(LINE_FEED); at !== -1; at = rows.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

const line = (said: object) => `${JSON.stringify(said)}\n`
