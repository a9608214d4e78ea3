import { insertFirstDataKey, retireDataKeys } from '#store/keys/data-keys.ts'
import { completeKeyRotation, findLatestKeyRotation, type KeyRotation } from '#store/keys/key-rotations.ts'
import { WRAPPED_KINDS, type WrappedKind, type WrappedValue } from '#store/keys/wrapped-values.ts'
import type { Gateway } from '../gateway.ts'
import { rewrapBatch } from './rewrap.ts'

interface Progress {
  readonly rotationId: string
  readonly kinds: readonly WrappedKind[]
  readonly after: WrappedValue['id'] | undefined
}

/**
 * Rotates in batches: new data keys, then every value under the current master key. Workers may run it concurrently and
 * again, because completed values are no longer found; one with another master key does nothing.
 * @returns a function that does the next batch; true if there is more
 */
export function rotationTask(gateway: Gateway): () => Promise<boolean> {
  let progress: Progress | undefined
  return async () => {
    const rotation = await findLatestKeyRotation(gateway.sql)
    if (!rotation || rotation.completedAt || rotation.masterKeyId !== gateway.vault.masterKeyId) return false
    if (await renewDataKeys(gateway, rotation.requestedAt)) return true
    progress = await proceed(gateway, progress?.rotationId === rotation.id ? progress : beginningOf(rotation))
    return true
  }
}

function beginningOf({ id }: KeyRotation): Progress {
  return { rotationId: id, kinds: WRAPPED_KINDS, after: undefined }
}

async function proceed(gateway: Gateway, progress: Progress): Promise<Progress> {
  const [kind, ...others] = progress.kinds
  if (kind === undefined) {
    await completeKeyRotation(gateway.sql, progress.rotationId)
    return progress
  }
  const after = await rewrapBatch(gateway, kind, progress.after)
  return after ? { ...progress, after } : { ...progress, kinds: others, after }
}

const BATCH = 100

/** Replaces older data keys and retires them in the same commit. @returns true if there may be more */
async function renewDataKeys({ sql, vault }: Gateway, madeBefore: Date): Promise<boolean> {
  const renewed = await sql.begin(async (connection) => {
    const merchantIds = await retireDataKeys(connection, madeBefore, BATCH)
    for (const merchantId of merchantIds) await insertFirstDataKey(connection, vault.newDataKey(merchantId))
    return merchantIds
  })
  return renewed.length > 0
}
