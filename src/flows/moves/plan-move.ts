import { findLatestKeyRotation } from '#store/keys/key-rotations.ts'
import { countRows, findPast, measureBytes } from '#store/moves/compare-rows.ts'
import { findMove, listRoutedIds } from '#store/moves/merchant-moves.ts'
import { findServerProblems, listApplied, merchantExists } from '#store/moves/readiness.ts'
import { findObstacle, replicationName } from '#store/moves/replication.ts'
import { lateRows } from './compare-sides.ts'
import { bothWays, MoveError, type Moving, type Side } from './side.ts'

/** Time in which processes learn that calls are refused, and calls in progress end; what has not is continued there. */
export const DRAIN_MS = 1500

export interface MovePlan {
  readonly problems: readonly string[]
  readonly items: readonly { readonly table: string; readonly rows: bigint; readonly bytes: bigint }[]
  /** Estimated seconds in which calls of the merchant are refused. */
  readonly switchSeconds: number
}

/** Says what will move, and what must be changed before. */
export async function planMove(moving: Moving): Promise<MovePlan> {
  const { merchantId, from, tables } = moving
  const problems = await findProblems(moving)
  const items = await measureBytes(from.sql, tables, merchantId)
  const late = lateRows(tables, await findPast(from.sql))
  const began = performance.now()
  await countRows(from.sql, tables, merchantId, late)
  // Both sides count, then the rest is sealed again and the log catches up.
  const switchSeconds = Math.ceil((DRAIN_MS + (performance.now() - began) + 1000) / 1000)
  return { problems, items, switchSeconds }
}

/** @throws MoveError that says what must be changed before a merchant can move */
export async function requireReady(moving: Moving): Promise<void> {
  const problems = await findProblems(moving)
  if (problems.length > 0) throw new MoveError(problems.join('\n'))
}

async function findProblems({ merchantId, from, to, needsTls, checkProxies }: Moving): Promise<string[]> {
  const own = [from, to].map(({ group }) => replicationName(merchantId, group))
  const [sides, [here, there], ours, theirs] = await Promise.all([
    Promise.all([from, to].map((side) => problemsOf(side, own))),
    Promise.all([from, to].map(({ sql }) => listApplied(sql))),
    findMove(from.sql, merchantId),
    findMove(to.sql, merchantId),
  ])
  if (ours?.state === 'AWAY' && ours.switchedAt) return [`The merchant is in ${ours.otherGroup} already.`]
  const problems = sides.flat()
  await checkProxies().catch(({ message }: Error) => problems.push(message))
  if (from.group === to.group) return [`Both databases are of the group ${from.group}; correct MOVE_TO_DATABASE_URL.`]
  if (JSON.stringify(here) !== JSON.stringify(there))
    problems.push('The groups have different releases; upgrade both to the same one.')
  for (const { group, replicationUrl } of needsTls ? [from, to] : [])
    if (!isEncrypted(replicationUrl)) problems.push(`${group}: Add sslmode=verify-full to the address for replication.`)
  for (const [one, other] of problems.length === 0 ? bothWays(from, to) : []) {
    const obstacle = await findObstacle(one.sql, other.replicationUrl)
    if (obstacle) problems.push(`PostgreSQL of ${one.group} does not reach that of ${other.group}: ${obstacle}`)
  }
  if (!(await merchantExists(from.sql, merchantId))) problems.push(`${from.group} has no merchant ${merchantId}.`)
  const isOurs = theirs && !theirs.finishedAt && ours
  if (!isOurs && (await merchantExists(to.sql, merchantId)))
    problems.push(`${to.group} has rows of this merchant; see "merchant move status", and finish or cancel that move.`)
  for (const id of await listRoutedIds(from.sql, merchantId))
    if (!/^[\w.:@/-]+$/.test(id)) problems.push(`A proxy cannot lead the client ${JSON.stringify(id)}; rename it.`)
  return problems
}

/** As libpq reads it. */
function isEncrypted(url: string): boolean {
  return ['verify-ca', 'verify-full'].includes(new URL(url).searchParams.get('sslmode') ?? '')
}

async function problemsOf({ sql, group }: Side, own: readonly string[]): Promise<string[]> {
  const [problems, rotation] = await Promise.all([findServerProblems(sql, own), findLatestKeyRotation(sql)])
  if (rotation && !rotation.completedAt)
    problems.push('Keys are being rotated; wait until "keys show" says it is done.')
  return problems.map((problem) => `${group}: ${problem}`)
}
