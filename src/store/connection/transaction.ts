import type { Session } from './session.ts'
import { createSql, type Transaction } from './sql.ts'
import type { Query } from './statement.ts'

type Act<T> = (transaction: Transaction) => T | Promise<T>

/** SQLSTATE in_failed_sql_transaction: an earlier statement failed. */
const FAILED_BEFORE = '25P02'

/**
 * Runs a SQL transaction. It is rolled back if a statement of it failed, even if the act went on.
 * @param mode as in `isolation level repeatable read read only`
 * @throws what the act throws, or the error of COMMIT; if that one `isUnreachableError`, the transaction may have been
 *   committed
 */
export async function inTransaction<T>(session: Session, mode: string, act: Act<T>): Promise<T> {
  await session.ask({ text: `begin ${mode}` })
  let result: T
  try {
    result = await withinScope(session, act, savepointNames())
  } catch (error) {
    await session.ask({ text: 'rollback' }).catch(() => session.destroy('ROLLBACK failed.'))
    throw error
  }
  await session.ask({ text: 'commit' })
  return result
}

/** Runs a SQL transaction or a part of it. @throws the first error of a statement in it, or what the act throws */
async function withinScope<T>(session: Session, act: Act<T>, names: Iterator<string>): Promise<T> {
  const failures: unknown[] = []
  let isOver = false
  const send = async (query: Query) => {
    if (isOver) throw new Error('The SQL transaction of this statement has ended.')
    try {
      return await session.ask(query)
    } catch (error) {
      failures.push(error)
      throw error
    }
  }
  const begin = async <S>(inner: Act<S>) => {
    const name = names.next().value
    await send({ text: `savepoint ${name}` })
    try {
      return await withinScope(session, inner, names)
    } catch (error) {
      await send({ text: `rollback to ${name}` })
      throw error
    }
  }
  try {
    const result = await act(
      Object.assign(
        createSql(send, (stream) => session.copy(stream)),
        { begin },
      ),
    )
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

/** Names that no other savepoint of a SQL transaction has. */
function* savepointNames(): Generator<string, string> {
  for (let number = 1; ; number += 1) yield `part_${number}`
}
