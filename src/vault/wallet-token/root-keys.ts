import type { KeyObject } from 'node:crypto'
import { verificationKeyOf } from './p256.ts'
import type { ProtocolVersion } from './protocol.ts'
import { bytesOf, objectOf, parseInstant } from './strict-parse.ts'

/** Signing key of the wallet's owner, trusted until it expires. */
export interface RootKey {
  readonly key: KeyObject
  readonly protocolVersion: string
  /** Milliseconds since 1970; null if missing, which only ECv1 allows. */
  readonly expiresAt: number | null
}

/** Reads the owner's `{"keys":[{"keyValue","protocolVersion","keyExpiration"}]}`. @throws Error about the first invalid key */
export function parseRootKeys(text: string): readonly RootKey[] {
  const { keys } = readable(text)
  if (!Array.isArray(keys)) throw new Error('Root keys are an object with a list named keys.')
  return keys.map(rootKeyOf)
}

export function trustedKeys(roots: readonly RootKey[], version: ProtocolVersion, now: number): readonly KeyObject[] {
  const isTrusted = ({ protocolVersion, expiresAt }: RootKey) =>
    protocolVersion === version && (expiresAt === null ? version === 'ECv1' : expiresAt > now)
  return roots.filter(isTrusted).map(({ key }) => key)
}

function rootKeyOf(entry: unknown, place: number): RootKey {
  const { keyValue, protocolVersion, keyExpiration } = Object(entry) as Readonly<Record<string, unknown>>
  const expiresAt = keyExpiration === undefined ? null : parseInstant(keyExpiration)
  const key = keyOf(keyValue)
  if (!key) throw new Error(`keys[${place}].keyValue is no P-256 public key (SubjectPublicKeyInfo in Base64).`)
  if (typeof protocolVersion !== 'string') throw new Error(`keys[${place}].protocolVersion is no text.`)
  if (expiresAt === undefined) throw new Error(`keys[${place}].keyExpiration is no string of milliseconds.`)
  return { key, protocolVersion, expiresAt }
}

function keyOf(value: unknown): KeyObject | undefined {
  try {
    return verificationKeyOf(bytesOf(value, 'bad_encoding'))
  } catch {
    return undefined
  }
}

function readable(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(text, 'bad_encoding')
  } catch {
    throw new Error('Root keys are written in JSON.')
  }
}
