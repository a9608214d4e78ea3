import { createCipheriv, createDecipheriv, createHmac, type ECDH, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Cipher } from './protocol.ts'
import { bytesOf, hasExactKeys, objectOf } from './strict-parse.ts'
import { WalletTokenError } from './wallet-token-error.ts'

/** An uncompressed point of P-256: 4, x and y. */
const POINT_BYTES = 65
const UNCOMPRESSED = 4
const TAG_BYTES = 32
/** Every message has separate keys, so the counter may start anywhere. */
const ZERO_COUNTER = Buffer.alloc(16)
const NO_SALT = Buffer.alloc(0)

interface MessageKeys {
  readonly encryption: Buffer
  readonly authentication: Buffer
}

/**
 * Decrypts (ECIES: ECDH on P-256, HKDF-SHA256, AES in counter mode, HMAC-SHA256 over the ciphertext).
 * @param keys of the gateway, one of which must fit @throws WalletTokenError
 */
export function decryptMessage(message: string, keys: readonly ECDH[], cipher: Cipher): Buffer {
  const fields = objectOf(message, 'bad_message')
  if (!hasExactKeys(fields, ['encryptedMessage', 'ephemeralPublicKey', 'tag']))
    throw new WalletTokenError('bad_message')
  const ciphertext = bytesOf(fields.encryptedMessage, 'bad_message')
  const point = bytesOf(fields.ephemeralPublicKey, 'bad_message')
  const tag = bytesOf(fields.tag, 'bad_message')
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED || tag.length !== TAG_BYTES) {
    throw new WalletTokenError('bad_message')
  }
  for (const key of keys) {
    const { encryption, authentication } = messageKeys(point, sharedSecret(key, point), cipher)
    if (timingSafeEqual(tagOf(authentication, ciphertext), tag)) return counterMode(encryption, ciphertext)
  }
  throw new WalletTokenError('bad_mac')
}

/** Encrypts, for the simulated wallet. @param ephemeral a key pair for this message alone */
export function encryptMessage(clear: Buffer, recipientPoint: Buffer, ephemeral: ECDH, cipher: Cipher): string {
  const point = ephemeral.getPublicKey()
  const { encryption, authentication } = messageKeys(point, ephemeral.computeSecret(recipientPoint), cipher)
  const encrypt = createCipheriv(algorithm(encryption), encryption, ZERO_COUNTER)
  const ciphertext = Buffer.concat([encrypt.update(clear), encrypt.final()])
  return JSON.stringify({
    encryptedMessage: ciphertext.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: tagOf(authentication, ciphertext).toString('base64'),
  })
}

/** Shared x coordinate. The library refuses points that are not on the curve. */
function sharedSecret(key: ECDH, point: Buffer): Buffer {
  try {
    return key.computeSecret(point)
  } catch {
    throw new WalletTokenError('bad_message')
  }
}

function messageKeys(point: Buffer, shared: Buffer, { info, keyBytes }: Cipher): MessageKeys {
  const derived = Buffer.from(hkdfSync('sha256', Buffer.concat([point, shared]), NO_SALT, info, keyBytes * 2))
  return { encryption: derived.subarray(0, keyBytes), authentication: derived.subarray(keyBytes) }
}

function tagOf(key: Buffer, ciphertext: Buffer): Buffer {
  return createHmac('sha256', key).update(ciphertext).digest()
}

function counterMode(key: Buffer, ciphertext: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm(key), key, ZERO_COUNTER)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

function algorithm(key: Buffer): string {
  return `aes-${key.length * 8}-ctr`
}
