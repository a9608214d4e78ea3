import { randomBytes } from 'node:crypto'
import type { Secret } from '#domain/secret.ts'
import { decrypt, encrypt, SealError } from './aead.ts'
import { deriveKey } from './derive-key.ts'
import type { KeyStorage, Purpose } from './key-storage.ts'

const VERSION = 1
const SALT_BYTES = 16
const ID_BYTES = 4
const NO_SALT = Buffer.alloc(0)
const SALT_AT = 1 + ID_BYTES
const SEALED_AT = SALT_AT + SALT_BYTES

interface MasterKey {
  /** Fingerprint in sealed values that names the key to decrypt with. */
  readonly id: Buffer
  derive(salt: Uint8Array, ...use: readonly string[]): Buffer
}

/**
 * Key storage with a master key in memory. Each wrap derives a working key with a fresh salt, which keeps AES-GCM far
 * from its limit of random nonces. A wrapped value is a version byte, the master key's fingerprint, salt, nonce,
 * ciphertext and tag.
 * @param previous only unwraps values from before a rotation @param named has the fingerprints, if not these keys
 */
export function masterKeyStorage(
  current: Secret<Buffer>,
  previous?: Secret<Buffer>,
  named?: Pick<KeyStorage, 'keyId' | 'previousKeyId'>,
): KeyStorage {
  const key = masterKeyOf(current, named?.keyId)
  const previousKey = previous && masterKeyOf(previous, named?.previousKeyId)
  const keys = previousKey ? [key, previousKey] : [key]
  return {
    keyId: key.id.toString('hex'),
    previousKeyId: previousKey?.id.toString('hex') ?? null,
    opensCards: true,
    wrap(plaintext, purpose, context) {
      const salt = randomBytes(SALT_BYTES)
      const sealed = encrypt(key.derive(salt, nameOf(purpose)), plaintext, bindingOf(purpose, context))
      return Buffer.concat([Buffer.of(VERSION), key.id, salt, sealed])
    },
    unwrap(wrapped, purpose, context) {
      const opener = keys.find(({ id }) => id.equals(wrapped.subarray(1, SALT_AT)))
      if (wrapped[0] !== VERSION || !opener) throw new SealError()
      const workingKey = opener.derive(wrapped.subarray(SALT_AT, SEALED_AT), nameOf(purpose))
      return decrypt(workingKey, wrapped.subarray(SEALED_AT), bindingOf(purpose, context))
    },
  }
}

function masterKeyOf(secret: Secret<Buffer>, name?: string | null): MasterKey {
  const derive = (salt: Uint8Array, ...use: readonly string[]) => deriveKey(secret.reveal(), salt, ...use)
  return { id: name ? Buffer.from(name, 'hex') : derive(NO_SALT, 'key-id').subarray(0, ID_BYTES), derive }
}

/** Earlier releases wrap cards as secrets, and have to unwrap them. */
function nameOf(purpose: Purpose): string {
  return purpose === 'card' ? 'secret' : purpose
}

/** JSON, so that no two pairs of purpose and owner have the same text. */
function bindingOf(purpose: Purpose, owner: string): string {
  return JSON.stringify([VERSION, nameOf(purpose), owner])
}
