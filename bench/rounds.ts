import type { Database } from '#store/connection/database.ts'
import { closedLoop } from './closed-loop.ts'
import { countStatements, type DatabaseWork, type Statements } from './cost/database-work.ts'
import { measureWork } from './cost/measure-work.ts'
import type { Kind } from './kinds.ts'
import { runTurn, type Stage, type Turn } from './turn.ts'

/** Everything that was found out about a kind of payment. */
export interface Found {
  readonly kind: Kind
  /** By round. */
  readonly turns: readonly Turn[]
  readonly work: (DatabaseWork & Statements) | null
}

/** Until V8 has compiled what is hot, a payment costs up to half as much again. */
const WARM_UP_SECONDS = 6
/** A noisy machine may have more to give a minute later. */
const MORE_THAN_EVER = 2

/** Kinds take turns, round by round, after one round that warms up; then what the database does is counted. */
export async function measureRounds(
  stage: Stage,
  kinds: readonly Kind[],
  rounds: number,
  sql: Database,
): Promise<Found[]> {
  await countStatements(sql, false)
  let fastest = await warmUp(stage, kinds)
  const turns = kinds.map((): Turn[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, kind] of kinds.entries()) {
      await kind.prepare?.(Math.ceil(fastest * MORE_THAN_EVER * (stage.load.warmUpSeconds + stage.load.seconds)))
      const turn = await runTurn(stage, kind)
      fastest = Math.max(fastest, turn.measured.perSecond)
      turns[index]!.push(turn)
    }
  const works = stage.sections.has('cost')
    ? await measureWork(stage, kinds, sql)
    : new Map<Kind, DatabaseWork & Statements>()
  return kinds.map((kind, index) => ({ kind, turns: turns[index]!, work: works.get(kind) ?? null }))
}

/** @returns the most payments a second of any kind */
async function warmUp({ load, till }: Stage, kinds: readonly Kind[]): Promise<number> {
  let fastest = 0
  for (const kind of kinds) {
    await kind.prepare?.(Math.ceil(fastest * MORE_THAN_EVER * WARM_UP_SECONDS))
    const short = { ...load, warmUpSeconds: 0, seconds: WARM_UP_SECONDS }
    const { perSecond } = await closedLoop(short, () => till.count(kind.pay()))
    fastest = Math.max(fastest, perSecond)
  }
  return fastest
}
