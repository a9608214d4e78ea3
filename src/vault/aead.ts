import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A sealed value that cannot be decrypted. One message for every cause, so that it helps no attacker. */
export class SealError extends Error {
  constructor() {
    super('A sealed value does not open: another master key, another owner or altered bytes. Check MASTER_KEY.')
    this.name = 'SealError'
  }
}

/** AES-256-GCM with a random nonce (NIST SP 800-38D). @param key 32 bytes @returns nonce, ciphertext and tag, concatenated */
export function encrypt(key: CipherKey, plaintext: Uint8Array, binding: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(binding))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()])
}

/** @throws SealError if the key, the binding or a single bit differs */
export function decrypt(key: CipherKey, sealed: Uint8Array, binding: string): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealError()
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(binding)).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new SealError()
  }
}
