import type { Brand, Card, MaskedCard } from '#domain/card.ts'
import type { Secret } from '#domain/secret.ts'
import type { Purpose } from './key-storage.ts'
import type { WalletTokens } from './wallet-token/wallet-tokens.ts'

/** The four encrypted fields of a `card` payment method, Base64 as received. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedCvv: string
  readonly encryptedExpirationMonth: string
  readonly encryptedExpirationYear: string
}

/** The encrypted fields of a `network-token` payment method, Base64 as received. */
export interface EncryptedNetworkToken {
  readonly encryptedTokenNumber: string
  readonly encryptedExpirationMonth: string
  readonly encryptedExpirationYear: string
  readonly encryptedCryptogram: string | null
}

/** A card as a shopper typed it into a page of our own. */
export interface EnteredCard {
  readonly number: Secret<string>
  readonly cvv: Secret<string>
  readonly expirationMonth: string
  /** Four digits. */
  readonly expirationYear: string
  /** Empty where it was not asked for. */
  readonly holderName: string
}

/** A merchant's key pair for card fields, the private half as `KeyStorage` sealed it. */
export interface EncryptionKey {
  readonly keyId: string
  readonly merchantId: string
  /** PEM, SPKI, RSA 2048. */
  readonly publicKey: string
  readonly sealedPrivateKey: Uint8Array
}

/** A key that encrypts a merchant's stored cards, sealed under the master key. */
export interface DataKey {
  readonly keyId: string
  readonly merchantId: string
  readonly sealedKey: Uint8Array
}

/** A stored card as it rests: number, expiry and holder, bound to merchant, token and key. */
export interface SealedCard {
  readonly token: string
  readonly sealed: Uint8Array
}

/** What a payment_data is bound to; opening it under anything else fails (docs/reference/three-ds.md#payment-data). */
export interface PaymentDataBinding {
  readonly transactionId: string
  readonly merchantId: string
  readonly terminalId: string
  readonly amount: bigint
  readonly currency: string
  readonly threeDsServerTransId: string
  readonly step: 'FINGERPRINT' | 'CHALLENGE'
  readonly round: number
}

/** The only room that turns ciphertext into a card and back, and holds keys. */
export interface Vault {
  /** The fingerprint of the master key that seals, hexadecimal. */
  readonly masterKeyId: string
  /** The fingerprint of the one before, which still opens. */
  readonly previousMasterKeyId: string | null
  /** A new RSA 2048 pair for a merchant, private half sealed under the master key. */
  createEncryptionKey(merchantId: string): Promise<EncryptionKey>
  /**
   * Decrypts and checks the four fields: RSA-OAEP with SHA-256 for hash and MGF1, then Luhn, CVV length and expiry.
   * @param keys the merchant's keys that still decrypt, newest first
   * @throws RequestError `invalid` naming every field that failed, all looking the same
   */
  openCard(keys: readonly EncryptionKey[], fields: EncryptedCard, today: Date): Promise<Card>
  /** Checks a card typed into our page by the same rules. @throws RequestError `invalid` naming every field that failed */
  takeCard(merchantId: string, typed: EnteredCard, today: Date): Card
  /** Reads the security code of a stored card. @throws RequestError `invalid` on its field */
  takeCvv(typed: Secret<string>, brand: Brand | null | undefined): Secret<string>
  /**
   * Decrypts and checks a network token's number, expiry and cryptogram.
   * @throws RequestError `invalid` naming every field that failed
   */
  openNetworkToken(
    keys: readonly EncryptionKey[],
    fields: EncryptedNetworkToken,
    today: Date,
  ): Promise<{ readonly card: Card; readonly cryptogram: Secret<string> | null }>
  /**
   * Decrypts the security code that comes with a stored card.
   * @param brand undefined where the card is not known
   * @throws RequestError `invalid` on its field
   */
  openCvv(
    keys: readonly EncryptionKey[],
    encryptedCvv: string,
    brand: Brand | null | undefined,
  ): Promise<Secret<string>>
  newDataKey(merchantId: string): DataKey
  /** Encrypts number, expiry and holder of a card to be stored; its security code is left out. */
  sealCard(key: DataKey, token: string, card: Card): Uint8Array
  /** @throws SealError where the card was sealed for another merchant, token or key, or a single bit differs */
  openStoredCard(key: DataKey, stored: SealedCard): Card
  /** Masked number, brand and keyed hash of a number for one merchant. */
  maskedCardOf(merchantId: string, number: Secret<string>): MaskedCard
  /** Keyed hash of a bank account: equal for the same account of one merchant, different between merchants. */
  hashAccount(merchantId: string, accountNumber: Secret<string>): string
  /** A fresh key for one transaction's payment_data, sealed under the master key for its UNLOGGED row. */
  newPaymentDataKey(): Uint8Array
  /** Seals a card for the shopper's next step. The same key seals every step of one transaction. */
  sealPaymentData(sealedKey: Uint8Array, binding: PaymentDataBinding, card: Card): string
  /** @throws RequestError `invalid` on `payment_data` where the binding or a single bit differs, SealError for a foreign key */
  openPaymentData(sealedKey: Uint8Array, binding: PaymentDataBinding, paymentData: string): Card
  /** Keyed digest by which an issued payment_data is recognized without opening it. */
  digestOf(merchantId: string, paymentData: string): Uint8Array
  /** Seals a small secret (webhook secrets, signing keys, stored answers) under the master key, bound to `context`. */
  seal(plaintext: Uint8Array, context: string): Uint8Array
  /** @throws SealError where the key, the context or a single bit differs */
  open(sealed: Uint8Array, context: string): Uint8Array
  /** Seals a value again under the current master key. @throws SealError where neither opens it */
  rewrap(sealed: Uint8Array, purpose: Purpose, context: string): Uint8Array
  /** Tokens of the first wallet, and the gateway's keys for them. */
  readonly walletTokens: WalletTokens
}
