import type { ECDH } from 'node:crypto'
import { decryptMessage } from './decrypt.ts'
import { PROTOCOLS } from './protocol.ts'
import { objectOf, parseInstant, textOf } from './strict-parse.ts'
import { type VerificationRules, verifiedMessage } from './verify.ts'
import { WalletTokenError } from './wallet-token-error.ts'

/** Verifies and decrypts a token. @param envelope the token's JSON @throws WalletTokenError */
export function unseal(envelope: string, rules: VerificationRules, keys: readonly ECDH[]): string {
  const message = verifiedMessage(envelope, rules)
  const { cipher } = PROTOCOLS[rules.version]
  return cipher ? textOf(decryptMessage(message, keys, cipher), 'bad_payload') : message
}

/** @throws WalletTokenError `message_expired` from the expiry in the message, if any */
export function readMessage(clear: string, now: number): Readonly<Record<string, unknown>> {
  const message = objectOf(clear, 'bad_payload')
  if (message.messageExpiration === undefined) return message
  const expiresAt = parseInstant(message.messageExpiration)
  if (expiresAt === undefined) throw new WalletTokenError('bad_payload')
  if (expiresAt <= now) throw new WalletTokenError('message_expired')
  return message
}
