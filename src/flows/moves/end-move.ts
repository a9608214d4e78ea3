import { stopHiding } from '#store/moves/hidden-rows.ts'
import { deleteMove, findMove, finishMove, forgetMovedIds } from '#store/moves/merchant-moves.ts'
import { removeRows } from '#store/moves/remove-rows.ts'
import { bytesBehind, readProgress, replicationName, unpublish, unsubscribe } from '#store/moves/replication.ts'
import { bothWays, MoveError, type Moving, type Side } from './side.ts'

/** Longer than a call, or the delivery of an event, takes. */
const IN_PROGRESS_MS = 60_000

export async function showMove({ merchantId, from, to }: Moving) {
  const name = replicationName(merchantId, from.group)
  const back = replicationName(merchantId, to.group)
  const [here, there, copy, wayBack, behind, backBehind] = await Promise.all([
    findMove(from.sql, merchantId),
    findMove(to.sql, merchantId),
    readProgress(to.sql, name),
    readProgress(from.sql, back),
    bytesBehind(from.sql, name),
    bytesBehind(to.sql, back),
  ])
  return {
    [from.group]: here?.state ?? 'none',
    [to.group]: there?.state ?? 'none',
    copied_tables: copy ? `${copy.copied} of ${copy.tables}` : null,
    is_running: (copy ?? wayBack)?.isRunning ?? false,
    bytes_behind: behind ?? backBehind,
    switched_at: there?.switchedAt?.toISOString() ?? null,
    finished_at: here?.finishedAt?.toISOString() ?? null,
  }
}

/** Removes the merchant from the old group; after this there is no way back. @throws MoveError before the switch */
export async function finishMoving(moving: Moving): Promise<void> {
  const { merchantId, from, to } = moving
  const [here, there] = await Promise.all([from, to].map(({ sql }) => findMove(sql, merchantId)))
  if (!here) throw new MoveError('This merchant has no move; start one.')
  if (here.state !== 'AWAY' || (there && there.state !== 'HERE'))
    throw new MoveError('This merchant has not switched to the other group yet.')
  if (!here.switchedAt) throw new MoveError('The switch is not complete; repeat it.')
  if (Date.now() - here.switchedAt.getTime() < IN_PROGRESS_MS)
    throw new MoveError('Calls from before the switch may be in progress; finish a minute after it.')
  await endReplication(moving)
  await remove(moving, from)
  await finishMove(from.sql, merchantId)
  await finishMove(to.sql, merchantId)
  await stopHidingIn(moving)
}

/** Ends a move before its switch, as if it had not begun. @throws MoveError after the switch */
export async function cancelMove(moving: Moving): Promise<void> {
  const { merchantId, from, to } = moving
  const [here, there] = await Promise.all([from, to].map(({ sql }) => findMove(sql, merchantId)))
  if (here?.finishedAt) throw new MoveError('The move is finished; start one back.')
  if (there && (there.state !== 'ARRIVING' || there.switchedAt))
    throw new MoveError('The merchant has switched; until "finish", switch in the other direction to go back.')
  await forgetMovedIds(from.sql, merchantId)
  await deleteMove(from.sql, merchantId)
  await endReplication(moving)
  if (there) await remove(moving, to)
  await deleteMove(to.sql, merchantId)
  await stopHidingIn(moving)
}

/** Ends both directions, also after a switch that stopped: rows that are removed in one group stay in the other. */
async function endReplication({ merchantId, from, to }: Moving): Promise<void> {
  for (const [one, other] of bothWays(from, to)) {
    const name = replicationName(merchantId, one.group)
    await unsubscribe(other.sql, name)
    await unpublish(one.sql, name)
  }
}

async function remove({ merchantId, tables, say }: Moving, { sql, group }: Side): Promise<void> {
  await removeRows(sql, tables, merchantId, (table, rows) => say(`${group}: ${rows} rows of ${table} removed`))
}

async function stopHidingIn({ from, to, tables }: Moving): Promise<void> {
  await stopHiding(from.sql, tables)
  await stopHiding(to.sql, tables)
}
