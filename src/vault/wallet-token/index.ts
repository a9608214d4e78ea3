import type { ECDH } from 'node:crypto'
import { Secret } from '#domain/secret.ts'
import { wrapCard } from '../clear-card.ts'
import type { KeyStorage } from '../key-storage.ts'
import type { KeyedHashes } from '../keyed-hashes.ts'
import { decryptMessage } from './decrypt.ts'
import { simulatedWallet } from './issue.ts'
import { PROTOCOLS } from './protocol.ts'
import { bytesOf, objectOf, parseInstant, textOf } from './strict-parse.ts'
import { type SignedMessage, type VerificationRules, verifiedMessage } from './verify.ts'
import { importedWalletKey, newWalletKey, unwrappedKeys } from './wallet-key.ts'
import { addressedTo, parseWalletPayment } from './wallet-payment.ts'
import { WalletTokenError } from './wallet-token-error.ts'
import type { WalletTokens } from './wallet-tokens.ts'

/** The only accepted version (docs/reference/tokens.md#wallet-tokens). */
const VERSION = 'ECv2'

export function createWalletTokens(storage: KeyStorage, hashes: KeyedHashes): WalletTokens {
  const agreementKey = unwrappedKeys(storage)
  return {
    createKey: () => newWalletKey(storage),
    importKey: (pem) => importedWalletKey(storage, pem),
    open(token, { merchantId, recipientId, ownRecipients, roots, keys, now: moment, today }) {
      const now = moment.getTime()
      const rules = { version: VERSION, recipientIds: [recipientId, ...ownRecipients], roots, now } as const
      const clear = unseal(envelopeIn(token), rules, keys.map(agreementKey))
      const isDirect = ownRecipients.includes(clear.recipientId)
      const message = addressedTo(merchantId, isDirect, readMessage(clear.text, now))
      const { card, cryptogram, ...payment } = parseWalletPayment(message, today)
      return {
        ...payment,
        card: wrapCard(hashes, merchantId, card),
        cryptogram: cryptogram && { ...cryptogram, value: new Secret(cryptogram.value) },
      }
    },
    simulated: simulatedWallet(() => derivedRootScalar(hashes)),
  }
}

/** The wallet's text exactly as received: nothing may surround it. */
function envelopeIn(token: string): string {
  const text = textOf(bytesOf(token, 'bad_encoding'), 'bad_encoding')
  if (!text.startsWith('{') || !text.endsWith('}')) throw new WalletTokenError('bad_encoding')
  return text
}

/** Verifies and decrypts a token. @param envelope the token's JSON @throws WalletTokenError */
export function unseal(envelope: string, rules: VerificationRules, keys: readonly ECDH[]): SignedMessage {
  const { recipientId, text } = verifiedMessage(envelope, rules)
  const { cipher } = PROTOCOLS[rules.version]
  return { recipientId, text: cipher ? textOf(decryptMessage(text, keys, cipher), 'bad_payload') : text }
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

/** Order of the group that P-256 generates (NIST SP 800-186). */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const SCALAR_DIGITS = 64

/**
 * Derives the simulated wallet's root key from the vault's hash key, so that all processes share it. 512 bits are
 * reduced to a scalar from 1 to n - 1, so that no scalar is likelier than another (FIPS 186-5, A.2.1).
 */
export function derivedRootScalar(hashes: KeyedHashes): Buffer {
  const halves = ['first half', 'second half'].map((half) => hashes.mac(half, 'simulated-wallet', 'root key'))
  const wide = BigInt(`0x${Buffer.concat(halves).toString('hex')}`)
  const scalar = (wide % (ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(SCALAR_DIGITS, '0'), 'hex')
}
