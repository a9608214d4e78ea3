import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { createVault, sealNewHashKey } from '#vault/index.ts'

/** A vault of its own, with a hash key of its own. */
export function newVault(masterKey: Secret<Buffer> = new Secret(randomBytes(32))) {
  return createVault({ masterKey }, sealNewHashKey({ masterKey }))
}
