import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/eventually.ts'
import type { RestartableGateway } from '../../support/restartable-gateway.ts'
import type { Chance } from './chance.ts'
import { POINTS } from './failpoints/points.ts'
import {
  bringDays,
  cut,
  expireAuthorizations,
  type FaultAction,
  type FaultTarget,
  killDatabase,
  killOne,
  restart,
  rotateKeys,
  trapAt,
} from './fault-actions.ts'

export interface PlannedFault {
  /** Since the one before it was done. */
  readonly pauseMs: number
  readonly act: FaultAction
}

const PATIENCE_SECONDS = 15
const LOOK_MS = 2000
const PAUSES_MS = { from: 500, to: 1500 }
/** A supervisor that begins again also forgets how long it paused before its last restarts. */
const TURNS_TO_RESTART = 5
const TURNS_TO_EXPIRY = 2
const TURNS_TO_DAYS = 2
const TURNS_TO_ROTATION = 4
const TURNS_TO_DATABASE = 20
const DATABASE_FROM_TURN = 7
/** On a machine so busy that processes take long to come back, a run lasts until so many faults were done. */
const LEAST_PER_SECOND = 1 / 3
const LONGEST = 3

/** Plans what is done to a gateway, one after the other and without end: one seed, one plan. */
export function* planFaults(chance: Chance): Generator<PlannedFault> {
  const nextPoint = inTurn(
    POINTS.map(({ name }) => name),
    chance.branch('points'),
  )
  const nextBlow = inTurn(FAULT_KINDS, chance.branch('blows'))
  for (let turn = 1; ; turn += 1) {
    yield* [trapAt(nextPoint()), nextBlow()(chance)].map((act) => ({ pauseMs: pauseOf(chance), act }))
    if (turn % TURNS_TO_EXPIRY === 0) yield { pauseMs: pauseOf(chance), act: expireAuthorizations }
    if (turn % TURNS_TO_DAYS === 1) yield { pauseMs: pauseOf(chance), act: bringDays }
    if (turn % TURNS_TO_RESTART === 0) yield { pauseMs: pauseOf(chance), act: restart }
    if (turn % TURNS_TO_ROTATION === 0) yield { pauseMs: pauseOf(chance), act: rotateKeys }
    if (turn % TURNS_TO_DATABASE === DATABASE_FROM_TURN) yield { pauseMs: pauseOf(chance), act: killDatabase }
  }
}

/** Executes a plan for a time, or somewhat longer. @param log takes each fault with the time it was done */
export async function carryOut(
  plan: Iterable<PlannedFault>,
  seconds: number,
  target: FaultTarget,
  log: (at: number, what: string) => void,
): Promise<void> {
  const began = Date.now()
  let done = 0
  for (const { pauseMs, act } of plan) {
    await sleep(pauseMs)
    await somebodyServes(target.gateway)
    const overdue = (Date.now() - began) / 1000 / seconds
    if (overdue > LONGEST || (overdue > 1 && done >= seconds * LEAST_PER_SECOND)) return
    done += 1
    const what = await act(target).catch((error: Error) => `could not be done: ${error.message}`)
    log(Date.now() - began, what)
  }
}

/** Waits for a process to serve again: a fault without a running process tests nothing. */
async function somebodyServes({ baseUrl }: RestartableGateway): Promise<void> {
  await eventually('a process that serves', PATIENCE_SECONDS, () =>
    fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(LOOK_MS) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  ).catch(() => undefined)
}

function pauseOf(chance: Chance): number {
  return chance.integer(PAUSES_MS.from, PAUSES_MS.to)
}

/** Faults between two traps; sessions break more often than processes. */
const FAULT_KINDS: readonly ((chance: Chance) => FaultAction)[] = [
  (chance) => cut(chance.pick([1, 2, 4, 100])),
  (chance) => cut(chance.pick([1, 2, 4, 100])),
  (chance) => killOne(chance.pick(['api', 'worker']), chance.integer(0, 7)),
]

/** Every one once, in an order of chance, before any comes again: short runs meet all kinds, too. */
function inTurn<T>(all: readonly T[], chance: Chance): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = chance.shuffled(all)
    return left.pop()!
  }
}
