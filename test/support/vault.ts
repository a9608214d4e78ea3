import { randomBytes } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { createVault, sealNewHashKeys } from '#vault/index.ts'

/** A vault of its own, with hash keys of its own. */
export function newVault(masterKey: Secret<Buffer> = new Secret(randomBytes(32))) {
  return createVault({ masterKey }, sealNewHashKeys({ masterKey }))
}
