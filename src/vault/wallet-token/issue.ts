import { createPublicKey, type KeyObject } from 'node:crypto'
import { encryptMessage } from './decrypt.ts'
import { agreementKeyOf, createSignature, newScalar, signingKeyOf, toSpki } from './p256.ts'
import { PROTOCOLS, SENDER, signedBytes } from './protocol.ts'
import type { RootKey } from './root-keys.ts'

const VERSION = 'ECv2'
const DAY_MS = 24 * 3600_000
const INTERMEDIATE_LIFE_MS = 7 * DAY_MS
/** A token must never outlive the key that signed it. */
const RENEW_BEFORE_MS = DAY_MS

/** Wallet that signs and encrypts like the real one, for recipients who trust its root. */
export interface SimulatedWallet {
  root(): RootKey
  /**
   * @param recipientPoint uncompressed P-256 point in Base64 @param now milliseconds since 1970
   * @returns the token's JSON in Base64, as in `walleta_pay_token`
   */
  issue(message: object, recipientId: string, recipientPoint: string, now: number): string
}

interface Intermediate {
  readonly key: KeyObject
  readonly expiresAt: number
  readonly signedKey: string
  readonly signature: string
}

/** @param rootScalar the root's private scalar, read on first use */
export function simulatedWallet(rootScalar: () => Uint8Array): SimulatedWallet {
  let root: KeyObject | undefined
  let intermediate: Intermediate | undefined
  const rootKey = () => {
    root ??= signingKeyOf(rootScalar())
    return root
  }
  const signer = (now: number) => {
    if (!intermediate || intermediate.expiresAt - now < RENEW_BEFORE_MS) intermediate = newIntermediate(rootKey(), now)
    return intermediate
  }
  return {
    root: () => ({ key: createPublicKey(rootKey()), protocolVersion: VERSION, expiresAt: Number.POSITIVE_INFINITY }),
    issue(message, recipientId, recipientPoint, now) {
      const clear = Buffer.from(JSON.stringify(message))
      const point = Buffer.from(recipientPoint, 'base64')
      const ephemeral = agreementKeyOf(newScalar())
      const signedMessage = encryptMessage(clear, point, ephemeral, PROTOCOLS[VERSION].cipher!)
      return Buffer.from(JSON.stringify(envelopeOf(signer(now), recipientId, signedMessage))).toString('base64')
    },
  }
}

function newIntermediate(root: KeyObject, now: number): Intermediate {
  const key = signingKeyOf(newScalar())
  const expiresAt = now + INTERMEDIATE_LIFE_MS
  const signedKey = JSON.stringify({ keyValue: toSpki(createPublicKey(key)), keyExpiration: String(expiresAt) })
  return { key, expiresAt, signedKey, signature: createSignature(root, signedBytes(SENDER, VERSION, signedKey)) }
}

function envelopeOf({ key, signedKey, signature }: Intermediate, recipientId: string, signedMessage: string) {
  return {
    signature: createSignature(key, signedBytes(SENDER, recipientId, VERSION, signedMessage)),
    intermediateSigningKey: { signedKey, signatures: [signature] },
    protocolVersion: VERSION,
    signedMessage,
  }
}
