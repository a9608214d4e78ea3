import type { KeyObject } from 'node:crypto'
import { verificationKeyOf, verifySignature } from './p256.ts'
import { PROTOCOLS, type ProtocolVersion, SENDER, signedBytes } from './protocol.ts'
import { type RootKey, trustedKeys } from './root-keys.ts'
import { bytesOf, hasExactKeys, objectOf, parseInstant } from './strict-parse.ts'
import { WalletTokenError, type WalletTokenFault } from './wallet-token-error.ts'

export interface VerificationRules {
  /** The only accepted version: a token must not choose its verification. */
  readonly version: ProtocolVersion
  readonly sender?: string
  /** Recipients for any of which it may be signed. */
  readonly recipientIds: readonly string[]
  readonly roots: readonly RootKey[]
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface SignedMessage {
  readonly recipientId: string
  readonly text: string
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Follows the chain of signatures from the root keys to the message (PaymentMethodToken format, "Verify the
 * signature"). Signed content is checked as received, never as we would write it.
 * @param envelope the token's JSON @throws WalletTokenError
 */
export function verifiedMessage(envelope: string, rules: VerificationRules): SignedMessage {
  const { version, sender = SENDER, recipientIds, roots, now } = rules
  const token = envelopeOf(envelope, version)
  const rootKeys = trustedKeys(roots, version, now)
  if (rootKeys.length === 0) throw new WalletTokenError('no_trusted_keys')
  const signers = PROTOCOLS[version].hasIntermediate ? [intermediateOf(token, sender, rootKeys, rules)] : rootKeys
  const signature = bytesOf(token.signature, 'message_signature_invalid')
  const recipientId = recipientIds.find((id) => {
    const signed = signedBytes(sender, id, version, token.signedMessage)
    return signers.some((key) => verifySignature(key, signed, signature))
  })
  if (recipientId === undefined) throw new WalletTokenError('message_signature_invalid')
  return { recipientId, text: token.signedMessage }
}

function envelopeOf(text: string, version: ProtocolVersion): Fields & { readonly signedMessage: string } {
  const token = objectOf(text, 'bad_envelope')
  if (token.protocolVersion !== version) throw new WalletTokenError('bad_version')
  const fields = ['protocolVersion', 'signature', 'signedMessage']
  const expected = PROTOCOLS[version].hasIntermediate ? [...fields, 'intermediateSigningKey'] : fields
  if (!hasExactKeys(token, expected) || typeof token.signedMessage !== 'string')
    throw new WalletTokenError('bad_envelope')
  return token as Fields & { readonly signedMessage: string }
}

/** Intermediate key; one valid signature by any root is enough. */
function intermediateOf(
  token: Fields,
  sender: string,
  rootKeys: readonly KeyObject[],
  { version, now }: VerificationRules,
): KeyObject {
  const { signedKey, signatures } = intermediateFields(token.intermediateSigningKey)
  const signed = signedBytes(sender, version, signedKey)
  const isVouched = signatures.some((text) => {
    const signature = signatureOf(text)
    return signature !== undefined && rootKeys.some((root) => verifySignature(root, signed, signature))
  })
  if (!isVouched) throw new WalletTokenError('intermediate_signature_invalid')
  const { keyValue, keyExpiration } = objectOf(signedKey, 'bad_envelope')
  const expiresAt = parseInstant(keyExpiration)
  const key = verificationKeyOf(bytesOf(keyValue, 'bad_envelope'))
  if (expiresAt === undefined || !key) throw new WalletTokenError('bad_envelope')
  if (expiresAt <= now) throw new WalletTokenError('intermediate_key_expired')
  return key
}

/** A root signs once; more signatures than roots would only cost time to verify. */
const MOST_SIGNATURES = 5

function intermediateFields(value: unknown): { readonly signedKey: string; readonly signatures: readonly unknown[] } {
  const isComplete = hasExactKeys(value, ['signedKey', 'signatures']) && typeof value.signedKey === 'string'
  if (!isComplete || !Array.isArray(value.signatures) || value.signatures.length > MOST_SIGNATURES) {
    throw new WalletTokenError('bad_envelope')
  }
  return { signedKey: value.signedKey as string, signatures: value.signatures }
}

/** Unreadable signatures do not count. */
function signatureOf(text: unknown): Buffer | undefined {
  const fault: WalletTokenFault = 'intermediate_signature_invalid'
  try {
    return bytesOf(text, fault)
  } catch {
    return undefined
  }
}
