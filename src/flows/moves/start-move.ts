import { hideMovedMerchants } from '#store/moves/hidden-rows.ts'
import { insertHashKeys } from '#store/moves/merchant-hash-keys.ts'
import { findMove, insertMove } from '#store/moves/merchant-moves.ts'
import { bytesBehind, openSlot, publish, readProgress, replicationName, subscribe } from '#store/moves/replication.ts'
import { nameMerchants } from '#store/moves/tables.ts'
import { requireReady } from './plan-move.ts'
import { lostSlot, MoveError, type Moving } from './side.ts'

/** Begins to copy; calls continue. Repeated after a failure, it continues. @throws MoveError */
export async function startMove(moving: Moving): Promise<void> {
  const { merchantId, from, to, tables } = moving
  const name = replicationName(merchantId, from.group)
  await requireReady(moving)
  const [here, progress, behind] = await Promise.all([
    findMove(from.sql, merchantId),
    readProgress(to.sql, name),
    bytesBehind(from.sql, name),
  ])
  if (here && !here.finishedAt && here.state !== 'COPYING')
    throw new MoveError(`The move from ${to.group} is not finished: switch to go back there, or finish it.`)
  if (progress && behind === null) throw lostSlot(from)
  await from.sql.begin(nameMerchants)
  // Before its first row, the new group must not see it.
  await hideMovedMerchants(to.sql, tables)
  await insertMove(to.sql, { merchantId, state: 'ARRIVING', otherGroup: from.group, otherUrl: from.baseUrl })
  await hideMovedMerchants(from.sql, tables)
  await insertMove(from.sql, { merchantId, state: 'COPYING', otherGroup: to.group, otherUrl: to.baseUrl })
  await insertHashKeys(from.sql, merchantId, from.vault.sealHashKeys(merchantId))
  await publish(from.sql, name, merchantId, tables)
  await openSlot(from.sql, name)
  await subscribe(to.sql, name, from.replicationUrl)
}
