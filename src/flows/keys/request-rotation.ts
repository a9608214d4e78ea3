import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import type { MasterKeys } from '#interface/keys.ts'
import { insertKeyRotation } from '#store/keys/key-rotations.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { showKeys } from './show-keys.ts'

/** Requests rewrapping under the current master key, and new data keys. Only the newest request is executed. */
export async function requestRotation(gateway: Gateway, actor: Actor): Promise<MasterKeys> {
  const { masterKeyId } = gateway.vault
  const subject = newId('rot')
  const changes = { masterKeyId }
  const deed = { actor, action: 'keys.rotation-requested' as const, merchantId: null, subject, changes }
  await withAuditEntry(gateway, deed, (sql) => insertKeyRotation(sql, subject, masterKeyId))
  return showKeys(gateway)
}
