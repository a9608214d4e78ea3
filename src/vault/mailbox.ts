import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decrypt, encrypt } from './aead.ts'
import { deriveKey } from './derive-key.ts'

/** Messages that only this process can decrypt: its private key never leaves its memory. */
export interface Mailbox {
  readonly publicKey: Uint8Array
  /** @throws SealError if sealed to another key, with another context, or altered */
  open(sealed: Uint8Array, context: string): Uint8Array
}

/** Of an X25519 public key (RFC 7748). */
const PUBLIC_KEY_BYTES = 32
const PUBLIC_FORM = { format: 'der', type: 'spki' } as const
/** SPKI header of an X25519 key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

export function newMailbox(): Mailbox {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const own = rawOf(publicKey)
  return {
    publicKey: own,
    open(sealed, context) {
      const sender = sealed.subarray(0, PUBLIC_KEY_BYTES)
      const key = sharedKey(privateKey, publicKeyOf(sender), sender, own)
      return decrypt(key, sealed.subarray(PUBLIC_KEY_BYTES), context)
    },
  }
}

/** Seals a message to a mailbox with a single-use key pair (ECIES: X25519, HKDF-SHA256, AES-256-GCM). */
export function encryptTo(publicKey: Uint8Array, plaintext: Uint8Array, context: string): Uint8Array {
  const once = generateKeyPairSync('x25519')
  const sender = rawOf(once.publicKey)
  const key = sharedKey(once.privateKey, publicKeyOf(publicKey), sender, publicKey)
  return Buffer.concat([sender, encrypt(key, plaintext, context)])
}

function sharedKey(privateKey: KeyObject, publicKey: KeyObject, sender: Uint8Array, receiver: Uint8Array): Buffer {
  return deriveKey(diffieHellman({ privateKey, publicKey }), Buffer.concat([sender, receiver]), 'mailbox')
}

function rawOf(publicKey: KeyObject): Uint8Array {
  return publicKey.export(PUBLIC_FORM).subarray(SPKI_PREFIX.length)
}

function publicKeyOf(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), ...PUBLIC_FORM })
}
