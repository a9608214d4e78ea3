import { finished } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withCode } from '../address/driver-errors.ts'
import type { Sql } from '../connection/database.ts'

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
 * Rows in COPY text format, one line each.
 * @param sql dedicated: a SQL transaction in a pool of one connection, or such a pool
 * @param source `table (columns)` or `(query)`
 */
export async function* copyOut(sql: Sql, source: string): AsyncGenerator<Uint8Array, void> {
  const stream = copyTo(`copy ${source} to stdout`)
  await sql.copy(stream)
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw withCode(error as Error)
  } finally {
    // The rest would block all later results on the connection.
    if (!stream.readableEnded && !stream.destroyed) await finished(stream.resume()).catch(() => undefined)
  }
}

/** Begins COPY, blocking the connection. @param sql a SQL transaction in a pool of one connection @param target `table (columns)` */
export async function copyIn(sql: Sql, target: string): Promise<RowWriter> {
  const stream = copyFrom(`copy ${target} from stdin`)
  const ended = finished(stream).catch((cause: Error) => {
    throw OF_DATA.test((cause as { code?: string }).code ?? '') ? new RowRefused(cause as never) : withCode(cause)
  })
  ended.catch(() => undefined)
  await sql.copy(stream)
  return {
    async write(rows) {
      // One piece at a time: the stream must hold none back when the server refuses a row.
      await Promise.race([ended, new Promise((resolve) => stream.write(rows, resolve))])
    },
    async end() {
      stream.end()
      await ended
    },
    async giveUp() {
      stream.destroy(new Error('Given up'))
      await ended.catch(() => undefined)
    },
  }
}
