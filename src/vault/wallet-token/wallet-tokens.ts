import type { Card } from '#domain/card.ts'
import type { TokenCryptogram } from '#domain/instrument.ts'
import type { SimulatedWallet } from './issue.ts'
import type { RootKey } from './root-keys.ts'
import type { WalletKey } from './wallet-key.ts'

export interface WalletTerms {
  readonly merchantId: string
  /** Intended gateway: `gateway:<GATEWAY_ID>`. */
  readonly recipientId: string
  /** The merchant's: a token for one of them need not name the merchant. */
  readonly ownRecipients: readonly string[]
  readonly roots: readonly RootKey[]
  /** Key pairs that still decrypt tokens. */
  readonly keys: readonly WalletKey[]
  readonly now: Date
  /** Time for the card's expiry, by the merchant's own clock. */
  readonly today: Date
}

export interface WalletPayment {
  readonly card: Card
  /** Null for `PAN_ONLY`: then nothing proves who holds the card. */
  readonly cryptogram: Pick<TokenCryptogram, 'value' | 'eci'> | null
  /** A message pays once. */
  readonly messageId: string
  readonly expiresAt: Date
}

/** Tokens of the first wallet (PaymentMethodToken format) and the gateway's keys for them. */
export interface WalletTokens {
  /** Creates a P-256 pair, private key sealed under the master key. */
  createKey(): WalletKey
  /** Imports a pair from PEM, PKCS #8 or SEC 1. @returns undefined without a private key of P-256 */
  importKey(pem: string): WalletKey | undefined
  /** Verifies and decrypts a token, and checks its content. @param token the JSON in Base64 @throws WalletTokenError */
  open(token: string, terms: WalletTerms): WalletPayment
  readonly simulated: SimulatedWallet
}
