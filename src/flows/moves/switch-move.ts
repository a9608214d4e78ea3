import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#store/connection/database.ts'
import { findPast, type Part } from '#store/moves/compare-rows.ts'
import { copyRest, forgetSecrets } from '#store/moves/copy-rows.ts'
import { areWriting, hideMovedMerchants, listWriters } from '#store/moves/hidden-rows.ts'
import { adoptMarks, holdMarks, type Marks } from '#store/moves/marks.ts'
import {
  acceptTokens,
  changeMoveState,
  changeOtherUrl,
  completeSwitch,
  findMove,
  forgetMovedIds,
  keepMovedIds,
  listRoutedIds,
  type MoveSide,
} from '#store/moves/merchant-moves.ts'
import { cancelStatements } from '#store/moves/readiness.ts'
import {
  bytesBehind,
  currentPosition,
  hasReached,
  openSlot,
  publish,
  readProgress,
  replicationName,
  subscribe,
  unpublish,
  unsubscribe,
} from '#store/moves/replication.ts'
import { vacuum } from '#store/moves/tables.ts'
import { comparePast, findDifferences } from './compare-sides.ts'
import { DRAIN_MS, requireReady } from './plan-move.ts'
import { rewrapAll } from './rewrap-all.ts'
import { lostSlot, MoveError, type Moving } from './side.ts'

/** The log is written through within milliseconds, unless the servers are busy or apart. */
const CATCH_UP_MS = 10_000
/** Afterwards calls are served again in the old group. A switch of 50 million payments takes about half as long. */
const LONGEST_REFUSAL_MS = 180_000
const LATER = '; repeat this when it is less busy.'
/** PostgreSQL's code for a lock that another holds for too long. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Moves the merchant's calls to the other group. Repeated after a failure, it continues. @throws MoveError */
export async function switchMove(moving: Moving): Promise<{ readonly refusedMs: number }> {
  const { merchantId, from, to } = moving
  const there = await findMove(to.sql, merchantId)
  if (!there || there.finishedAt || !isTarget(there))
    throw new MoveError(`There is no move to ${to.group}; see "merchant move status", or start one.`)
  // Of a switch that was killed: calls are served again until this one refuses them.
  const isNext = there.state !== 'HERE' && !(await undo(moving, there.switchedAt !== null))
  const left = isNext && (await prepare(moving))
  const began = performance.now()
  if (left) await standStill(moving, there, left)
  await forgetSecrets(from.sql, merchantId)
  await moving.route(await listRoutedIds(to.sql, merchantId), to.group)
  await changeOtherUrl(from.sql, merchantId, to.baseUrl)
  await completeSwitch(from.sql, merchantId)
  const refusedMs = isNext ? Math.round(performance.now() - began) : 0
  await turnReplication(moving)
  return { refusedMs }
}

/** False for the group that the merchant leaves. */
const isTarget = ({ state, switchedAt }: MoveSide) => state === 'HERE' || state === 'ARRIVING' || switchedAt !== null

/**
 * Does before the calls are refused what can be done before. @returns what is left to compare
 * @throws MoveError while the copy is not complete
 */
async function prepare(moving: Moving): Promise<Part> {
  const { merchantId, from, to, tables } = moving
  const position = await currentPosition(from.sql)
  await untilNone(() => findGap(moving, position))
  await requireReady(moving)
  for (const { sql } of [from, to]) await hideMovedMerchants(sql, tables)
  await vacuum(to.sql, tables)
  const moment = await findPast(from.sql)
  await keepMovedIds(from.sql, merchantId)
  await rewrapAll(to, merchantId)
  const back = replicationName(merchantId, to.group)
  await publish(to.sql, back, merchantId, tables)
  await openSlot(to.sql, back)
  const left = await comparePast(moving, moment)
  await endWrites(moving)
  return left
}

/** @returns what the copy lacks, but may have within seconds @throws MoveError if that takes longer */
async function findGap({ merchantId, from, to }: Moving, position: string): Promise<string | undefined> {
  const name = replicationName(merchantId, from.group)
  const progress = await readProgress(to.sql, name)
  if (!progress)
    throw new MoveError(
      `There is no copy. If a switch to ${from.group} has stopped, repeat it; if not, cancel and start.`,
    )
  const incomplete = 'The copy is not complete yet; see "merchant move status".'
  if (progress.copied < progress.tables) throw new MoveError(incomplete)
  if (!progress.isRunning)
    return `The subscription ${name} in ${to.group} is not running; see the log of its PostgreSQL, then repeat this.`
  if ((await bytesBehind(from.sql, name)) === null) throw lostSlot(from)
  return (await hasReached(from.sql, name, position)) ? undefined : incomplete
}

/** From here the merchant's calls are refused until its rows are in the other group, or all is as before. */
async function standStill(moving: Moving, there: MoveSide, left: Part): Promise<void> {
  const { merchantId, from, to, tokens } = moving
  const isBack = there.switchedAt !== null
  const step = { isArriving: false, isLate: false }
  // Processes of both groups learn the states during the pause.
  try {
    await changeMoveState(to.sql, merchantId, ['AWAY'], 'ARRIVING')
    if (tokens) await acceptTokens(to.sql, merchantId, tokens)
    await changeMoveState(from.sql, merchantId, ['COPYING', 'HERE'], 'SWITCHING')
    await untilLate(moving, step, async () => {
      await sleep(DRAIN_MS)
      await to.sql.begin(async (held) => {
        const marks = await holdMarks(held)
        const here = await hideRows(moving, marks, left.moment)
        await carryOver(moving, left)
        if (step.isLate) throw busy()
        step.isArriving = true
        await arrive(moving, held, here)
      })
    })
  } catch (error) {
    await undo(moving, isBack, step.isArriving)
    throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? busy() : error
  }
}

/** @throws MoveError if it takes too long until the merchant is arriving */
async function untilLate(
  { from, to }: Moving,
  step: { isArriving: boolean; isLate: boolean },
  act: () => Promise<void>,
) {
  const { promise: lateness, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => {
    if (step.isArriving) return
    step.isLate = true
    reject(busy())
    for (const { sql } of [from, to]) cancelStatements(sql).catch(() => undefined)
  }, LONGEST_REFUSAL_MS)
  await Promise.race([act(), lateness]).finally(() => clearTimeout(limit))
}

/** Afterwards no row of the merchant changes in the old group. @returns its marks @throws MoveError around midnight */
async function hideRows(moving: Moving, there: Marks, since: Date): Promise<Marks> {
  const { merchantId, from } = moving
  const here = await from.sql.begin(async (transaction) => {
    const marks = await holdMarks(transaction)
    if (there.ledger && marks.ledger && there.ledger.getTime() !== marks.ledger.getTime())
      throw new MoveError('One of the groups is closing a day of its ledger; repeat this in a minute.')
    await keepMovedIds(transaction, merchantId, since)
    if (!(await changeMoveState(transaction, merchantId, ['SWITCHING', 'AWAY'], 'AWAY'))) throw interrupted()
    return marks
  })
  // What began before that commit may still write.
  await endWrites(moving)
  return here
}

/** Waits for SQL transactions that may write to the moved tables. */
async function endWrites({ from, tables }: Moving): Promise<void> {
  const writers = await listWriters(from.sql, tables)
  await untilNone(async () =>
    (await areWriting(from.sql, writers)) ? `Writes in ${from.group} do not end${LATER}` : undefined,
  )
}

/** @throws MoveError with a problem that does not go away */
async function untilNone(find: () => Promise<string | undefined>): Promise<void> {
  const until = performance.now() + CATCH_UP_MS
  for (let problem = await find(); problem !== undefined; problem = await find()) {
    if (performance.now() > until) throw new MoveError(problem)
    await sleep(20)
  }
}

/** @throws MoveError if the sides differ, or the log does not arrive */
async function carryOver(moving: Moving, left: Part): Promise<void> {
  const { merchantId, from, to, tables } = moving
  const name = replicationName(merchantId, from.group)
  const position = await currentPosition(from.sql)
  await untilNone(async () =>
    (await hasReached(from.sql, name, position)) ? undefined : `${to.group} does not catch up${LATER}`,
  )
  await copyRest(from, to, merchantId)
  await rewrapAll(to, merchantId)
  const differing = await findDifferences(moving, tables, left)
  if (differing.length > 0) throw new MoveError(`The groups differ in ${differing.join(', ')}; cancel this move.`)
}

/** The new group sees the merchant from this commit on. */
async function arrive({ merchantId }: Moving, held: Sql, here: Marks): Promise<void> {
  await adoptMarks(held, here)
  await forgetMovedIds(held, merchantId)
  if (!(await changeMoveState(held, merchantId, ['ARRIVING'], 'HERE'))) throw interrupted()
}

const busy = () => new MoveError('Other work in one of the groups holds what this needs; repeat this in a minute.')
const interrupted = () => new MoveError('Another command changed this move; see "merchant move status".')

/**
 * Shows the rows in the old group again, unless they are in the new one.
 * @param isBack true if that one had them before
 * @param mayBeThere false if the commit has not begun: then calls are served again, though the new group cannot be reached
 * @returns true if the merchant is in the new group
 */
async function undo({ merchantId, from, to }: Moving, isBack: boolean, mayBeThere = true): Promise<boolean> {
  // A commit in doubt ends first.
  const there = mayBeThere && (await to.sql.begin((transaction) => findMove(transaction, merchantId, true)))
  if (there && there.state === 'HERE') return true
  await from.sql.begin(async (transaction) => {
    await forgetMovedIds(transaction, merchantId)
    await changeMoveState(transaction, merchantId, ['SWITCHING', 'AWAY'], isBack ? 'HERE' : 'COPYING')
  })
  // What its slot keeps would be in the way of the next try.
  await unpublish(to.sql, replicationName(merchantId, to.group))
  await forgetSecrets(to.sql, merchantId)
  if (isBack && (await changeMoveState(to.sql, merchantId, ['ARRIVING'], 'AWAY')))
    await completeSwitch(to.sql, merchantId)
  return false
}

/** Replicates what changes in the new group to the old one, for a way back. */
async function turnReplication({ merchantId, from, to }: Moving): Promise<void> {
  const [there, back] = [from, to].map(({ group }) => replicationName(merchantId, group)) as [string, string]
  // Before the subscription, or changes would come around.
  await unsubscribe(to.sql, there)
  await unpublish(from.sql, there)
  const { arrivedAt } = (await findMove(to.sql, merchantId))!
  await subscribe(from.sql, back, to.replicationUrl, arrivedAt!)
}
