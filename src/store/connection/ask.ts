import pg from 'pg'
import { withCode } from '../address/driver-errors.ts'
import type { CopyStream, Query, Row, Rows } from './sql.ts'

const names = new Map<string, string>()

/** Names a statement by its text, so that sessions reuse its plan. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Sends a statement on an idle session.
 * @param isPrepared true if the server keeps the statement and its plan
 * @param timeoutMs until the server counts as lost; none if omitted
 * @throws the server's error, or one of the connection
 */
export function ask(
  session: pg.ClientBase,
  { text, parameters }: Query,
  isPrepared: boolean,
  timeoutMs?: number,
): Promise<Rows<Row[]>> {
  const how = parameters && { values: parameters, ...(isPrepared ? { name: nameOf(text) } : { queryMode: 'extended' }) }
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) =>
      error ? reject(withCode(error)) : resolve(toRows(result))
    // In place of the text, an object would be copied by its property descriptors, which takes ten times as long.
    session.query(Object.assign(new pg.Query(text, answered as never), how, { query_timeout: timeoutMs }))
  })
}

/** Resolves when COPY has ended, successfully or not. */
export function copyEnd(stream: CopyStream): Promise<void> {
  // Its reader or writer receives errors; one after the end would be an uncaught exception.
  stream.on('error', () => undefined)
  return new Promise((resolve) => {
    for (const event of ['end', 'error', 'close']) stream.once(event, () => resolve())
  })
}

/** Rows of a result; of several statements the last one's. */
function toRows(result: pg.QueryResult | pg.QueryResult[]): Rows<Row[]> {
  const { rows, rowCount } = Array.isArray(result) ? result.at(-1)! : result
  // Two answers are equal if their rows are.
  return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as Rows<Row[]>
}
