import type { Brand, Card, MaskedCard } from '#domain/card.ts'
import type { Secret } from '#domain/secret.ts'
import type { Purpose } from './key-storage.ts'
import type { HeldHashKey, SealedHashKey } from './keyed-hashes.ts'
import type { WalletTokens } from './wallet-token/wallet-tokens.ts'

/** Encrypted fields of a `card` payment method, Base64 as received. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedCvv: string
  readonly encryptedExpirationMonth: string
  readonly encryptedExpirationYear: string
}

/** Encrypted fields of a `network-token` payment method, Base64 as received. */
export interface EncryptedNetworkToken {
  readonly encryptedTokenNumber: string
  readonly encryptedExpirationMonth: string
  readonly encryptedExpirationYear: string
  readonly encryptedCryptogram: string | null
}

export interface EnteredCard {
  readonly number: Secret<string>
  readonly cvv: Secret<string>
  readonly expirationMonth: string
  /** Four digits. */
  readonly expirationYear: string
  /** Empty if not requested. */
  readonly holderName: string
}

/** A merchant's key pair for card fields, the private key sealed by `KeyStorage`. */
export interface EncryptionKey {
  readonly keyId: string
  readonly merchantId: string
  /** PEM, SPKI, RSA 2048. */
  readonly publicKey: string
  readonly sealedPrivateKey: Uint8Array
}

/** Key of a merchant's stored cards, sealed under the master key. */
export interface DataKey {
  readonly keyId: string
  readonly merchantId: string
  readonly sealedKey: Uint8Array
}

/** Encrypted number, expiry and holder, bound to merchant, token and key. */
export interface SealedCard {
  readonly token: string
  readonly sealed: Uint8Array
}

/** Binding of a payment_data, required to decrypt it (docs/reference/three-ds.md#payment-data). */
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

/** The only room that has keys and decrypts cards. */
export interface Vault {
  /** False in a process without the card key; methods that need it then throw as `requireCards`. */
  readonly opensCards: boolean
  /** Hexadecimal fingerprint of the master key that seals. */
  readonly masterKeyId: string
  /** Fingerprint of the previous one, which still decrypts. */
  readonly previousMasterKeyId: string | null
  /** Creates an RSA 2048 pair for a merchant, private key sealed under the master key. */
  createEncryptionKey(merchantId: string): Promise<EncryptionKey>
  /**
   * Decrypts the fields (RSA-OAEP with SHA-256 for hash and MGF1), then checks Luhn, CVV length and expiry.
   * @param keys that still decrypt, newest first @throws RequestError `invalid` naming all bad fields, with equal texts
   */
  openCard(keys: readonly EncryptionKey[], fields: EncryptedCard, today: Date): Promise<Card>
  /** Checks a card entered on our page by the same rules. @throws RequestError `invalid` naming each bad field */
  takeCard(merchantId: string, typed: EnteredCard, today: Date): Card
  /** Checks an entered security code. @throws RequestError `invalid` on its field */
  takeCvv(typed: Secret<string>, brand: Brand | null | undefined): Secret<string>
  /** Decrypts and checks number, expiry and cryptogram. @throws RequestError `invalid` naming every field that failed */
  openNetworkToken(
    keys: readonly EncryptionKey[],
    fields: EncryptedNetworkToken,
    today: Date,
  ): Promise<{ readonly card: Card; readonly cryptogram: Secret<string> | null }>
  /** Decrypts a stored card's security code. @param brand undefined if unknown @throws RequestError `invalid` on its field */
  openCvv(
    keys: readonly EncryptionKey[],
    encryptedCvv: string,
    brand: Brand | null | undefined,
  ): Promise<Secret<string>>
  newDataKey(merchantId: string): DataKey
  /** Encrypts number, expiry and holder of a card, without its security code. */
  sealCard(key: DataKey, token: string, card: Card): Uint8Array
  /** @throws SealError if sealed for another merchant, token or key, or a single bit differs */
  openStoredCard(key: DataKey, stored: SealedCard): Card
  maskedCardOf(merchantId: string, number: Secret<string>): MaskedCard
  /** Keyed hash of a bank account: equal for the same account of one merchant, different between merchants. */
  hashAccount(merchantId: string, accountNumber: Secret<string>): string
  /** Creates a transaction's key for payment_data, sealed under the master key for its UNLOGGED row. */
  newPaymentDataKey(): Uint8Array
  /** Seals a card for the shopper's next step. One key seals every step of a transaction. */
  sealPaymentData(sealedKey: Uint8Array, binding: PaymentDataBinding, card: Card): string
  /** @throws RequestError `invalid` on `payment_data` if the binding or a bit differs, SealError for another key */
  openPaymentData(sealedKey: Uint8Array, binding: PaymentDataBinding, paymentData: string): Card
  /** Keyed digest that recognizes an issued payment_data without decrypting it. */
  digestOf(merchantId: string, paymentData: string): Uint8Array
  /** Seals number and expiry of a card as an acquirer's messages need them, bound to `context`. */
  sealCardText(text: Secret<string>, context: string): Uint8Array
  /** @throws SealError if the key, the context or a single bit differs */
  openCardText(sealed: Uint8Array, context: string): Secret<string>
  /** Seals a small secret (webhook secret, signing key, stored response) under the master key, bound to `context`. */
  seal(plaintext: Uint8Array, context: string): Uint8Array
  /** @throws SealError if the key, the context or a single bit differs */
  open(sealed: Uint8Array, context: string): Uint8Array
  /** Seals a value under the current master key. @throws SealError if neither key decrypts it */
  rewrap(sealed: Uint8Array, purpose: Purpose, context: string): Uint8Array
  /** Uses keys of merchants that came from another group instead of derived ones; earlier ones are dropped. */
  holdHashKeys(keys: readonly HeldHashKey[]): void
  /** Seals the hash keys of a merchant under the current master key, for the group that it moves to. */
  sealHashKeys(merchantId: string): SealedHashKey[]
  readonly walletTokens: WalletTokens
}
