import type pg from 'pg'
import { ask, copyEnd } from './ask.ts'
import { isUnreachableError } from './availability.ts'
import { type CopyStream, createSql, type Query, type Transaction } from './sql.ts'

export type Act<T> = (transaction: Transaction) => T | Promise<T>

/** SQLSTATE in_failed_sql_transaction: an earlier statement failed. */
const FAILED_BEFORE = '25P02'

/**
 * Runs a SQL transaction. A failed statement rolls it back, even if the act continued.
 * @param mode as in `isolation level repeatable read read only`
 * @param timeoutMs for its beginning and end, until the server counts as lost
 * @throws the act's error, or that of COMMIT; if `isUnreachableError`, it may have been committed
 */
export async function inTransaction<T>(
  session: pg.ClientBase,
  { mode, isPrepared, timeoutMs }: { readonly mode: string; readonly isPrepared: boolean; readonly timeoutMs: number },
  act: Act<T>,
): Promise<T> {
  const line = new Line(session, isPrepared)
  await line.send({ text: `begin ${mode}` }, timeoutMs)
  let result: T
  try {
    result = await withinScope(line, act)
  } catch (error) {
    // The pool drops a session that is lost or ending.
    if (!isUnreachableError(error))
      await line.send({ text: 'rollback' }, timeoutMs).catch(() => void (session as pg.Client).end())
    throw error
  }
  await line.send({ text: 'commit' }, timeoutMs)
  return result
}

class Line {
  readonly #session: pg.ClientBase
  readonly #isPrepared: boolean
  #turn: Promise<unknown> = Promise.resolve()
  #savepoints = 0

  constructor(session: pg.ClientBase, isPrepared: boolean) {
    this.#session = session
    this.#isPrepared = isPrepared
  }

  send(query: Query, timeoutMs?: number) {
    const answer = this.#turn.then(() => ask(this.#session, query, this.#isPrepared, timeoutMs))
    this.#turn = answer.catch(() => undefined)
    return answer
  }

  /** Begins COPY; statements sent meanwhile follow when it ends. */
  async copy(stream: CopyStream): Promise<void> {
    const ended = copyEnd(stream)
    const begun = this.#turn.then(() => void this.#session.query(stream as never))
    this.#turn = begun.then(() => ended)
    await begun
  }

  nameSavepoint(): string {
    this.#savepoints += 1
    return `part_${this.#savepoints}`
  }
}

/** @throws the first error of a statement, or what the act throws */
async function withinScope<T>(line: Line, act: Act<T>): Promise<T> {
  const failures: unknown[] = []
  let isOver = false
  const send = async (query: Query) => {
    if (isOver) throw new Error('The SQL transaction of this statement has ended.')
    try {
      return await line.send(query)
    } catch (error) {
      failures.push(error)
      throw error
    }
  }
  const begin = async <S>(inner: Act<S>) => {
    const name = line.nameSavepoint()
    await send({ text: `savepoint ${name}` })
    try {
      return await withinScope(line, inner)
    } catch (error) {
      await send({ text: `rollback to ${name}` })
      throw error
    }
  }
  try {
    const sql = createSql(send, (stream) => line.copy(stream))
    const result = await act(Object.assign(sql, { begin }))
    if (failures.length > 0) throw failures[0]
    return result
  } catch (error) {
    throw isFailedBefore(error) && failures.length > 0 ? failures[0] : error
  } finally {
    isOver = true
  }
}

function isFailedBefore(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === FAILED_BEFORE
}
