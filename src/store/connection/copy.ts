import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Sql } from './database.ts'

/** Takes the rows of one table. */
export interface RowWriter {
  /** @param rows lines as `copyOut` gives them, cut anywhere */
  write(rows: Uint8Array): Promise<void>
  /** @throws RowRefused, or the database's error if no row caused it */
  end(): Promise<void>
  /** Aborts the copy and the SQL transaction. */
  giveUp(): Promise<void>
}

/** A row that fits no table, or cannot be read. Its cause quotes the row. */
export class RowRefused extends Error {
  override name = 'RowRefused'
  /** SQLSTATE. */
  readonly code: string

  constructor(cause: { readonly code: string }) {
    super('The database rejects this row.', { cause })
    this.code = cause.code
  }
}

/** Classes of errors caused by data: data exceptions and violated constraints. */
const OF_DATA = /^2[23]...$/

/**
 * Rows in PostgreSQL's text format of COPY: one line each, whatever is in it.
 * @param source `table (columns)` or `(query)`
 */
export async function* copyOut(sql: Sql, source: string): AsyncGenerator<Uint8Array, void> {
  const stream: Readable = await sql.unsafe(`copy ${source} to stdout`).readable()
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } finally {
    // Whoever stops early leaves the rest on the connection, where it would keep every other answer back.
    if (!stream.readableEnded) await finished(stream.resume())
    // postgres.js (3.4.9) stops to listen when the stream is full, and forgets to go on when that was at its very end.
    stream._read(0)
  }
}

/**
 * Begins to write rows into a table. Nothing else may be asked on the connection until they have ended.
 * @param target `table (columns)`
 */
export async function copyIn(sql: Sql, target: string): Promise<RowWriter> {
  const statement = sql.unsafe(`copy ${target} from stdin`)
  const refused = refusalOf(statement)
  const stream: Writable = await statement.writable()
  const ended = Promise.race([finished(stream), refused]).catch((cause) => {
    throw OF_DATA.test(cause.code) ? new RowRefused(cause) : cause
  })
  ended.catch(() => undefined)
  return {
    async write(rows) {
      if (!stream.write(rows)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), ended])
    },
    async end() {
      stream.end()
      await ended
    },
    async giveUp() {
      stream.destroy(new Error('Given up'))
      await refused.catch(() => undefined)
    },
  }
}

/** What postgres.js (3.4.9) tells of a statement that fails. */
interface Refusable {
  reject(error: unknown): void
}

/**
 * Rejects when the server refuses rows. postgres.js (3.4.9) tells the stream of it only until its last row was sent; a
 * later refusal goes to the statement, which by then has been answered with the stream.
 */
function refusalOf(statement: unknown): Promise<never> {
  const refusable = statement as Refusable
  const tellStatement = refusable.reject
  const refused = new Promise<never>((_, reject) => {
    refusable.reject = (error) => {
      tellStatement(error)
      reject(error)
    }
  })
  refused.catch(() => undefined)
  return refused
}
