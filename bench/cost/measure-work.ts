import type { Database } from '#store/connection/database.ts'
import { closedLoop } from '../closed-loop.ts'
import type { Kind } from '../kinds.ts'
import { asks, type Stage } from '../turn.ts'
import {
  countStatements,
  type DatabaseWork,
  readDatabaseWork,
  readStatements,
  type Statements,
  workPerPayment,
} from './database-work.ts'

/**
 * Measures the database work of one payment of each kind with the cost section, in separate turns: counting takes time.
 */
export async function measureWork(
  stage: Stage,
  kinds: readonly Kind[],
  sql: Database,
): Promise<ReadonlyMap<Kind, DatabaseWork & Statements>> {
  const { till, load } = stage
  const works = new Map<Kind, DatabaseWork & Statements>()
  await countStatements(sql, true)
  let before = await readDatabaseWork(sql)
  for (const kind of kinds.filter((each) => asks(stage, each, 'cost'))) {
    const [paidBefore, sentBefore] = [till.paid(), await readStatements(sql)]
    await closedLoop(load, () => till.count(kind.pay()))
    await till.settled()
    const [paid, sent] = [till.paid() - paidBefore, (await readStatements(sql)) - sentBefore]
    const after = await readDatabaseWork(sql)
    works.set(kind, { ...workPerPayment(before, after, paid), statements: sent / paid })
    before = after
  }
  await countStatements(sql, false)
  return works
}
