import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import { insertKeyRotation } from '#store/keys/key-rotations.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { type KeysOverview, showKeys } from './show-keys.ts'

/**
 * Asks the workers to put everything under the present master key and stored cards under new data keys. Asking again
 * begins another rotation, which finds little to do; only the newest is executed.
 */
export async function requestRotation(gateway: Gateway, actor: Actor): Promise<KeysOverview> {
  const { masterKeyId } = gateway.vault
  const subject = newId('rot')
  const deed = { actor, action: 'keys.rotation-requested', merchantId: null, subject, changes: { masterKeyId } }
  await withAuditEntry(gateway, deed, (sql) => insertKeyRotation(sql, subject, masterKeyId))
  return showKeys(gateway)
}
