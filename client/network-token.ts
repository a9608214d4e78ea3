import type { KeyObject } from 'node:crypto'
import {
  EXPIRY_CHECKS,
  type Expiry,
  encryptField,
  type FieldCheck,
  isCardNumber,
  validateFields,
} from './field-encryption.ts'
import type { NetworkTokenMethod } from './schema.ts'

/** A network token that you decrypted yourself. Keep it in memory, and no longer than needed. */
export interface NetworkToken extends Expiry {
  readonly number: string
  /** Base64, as it came; absent for `PAN_ONLY`. With it, and only then, comes the `eci`. */
  readonly cryptogram?: string
  readonly eci?: '00' | '01' | '02' | '05' | '06' | '07'
  /** Source of the token; `network-token` by default. */
  readonly source?: 'network-token' | 'walleta-pay' | 'walletb-pay'
}

/** `payment_method.data` of a network-token payment. */
export type EncryptedNetworkToken = {
  readonly [Field in keyof NetworkTokenMethod['data']]: Exclude<NetworkTokenMethod['data'][Field], null>
}

const CHECKS: readonly FieldCheck<NetworkToken>[] = [
  [
    'encrypted_token_number',
    ({ number }) => isCardNumber(number),
    'Pass the token number as received from the network.',
  ],
  ...EXPIRY_CHECKS,
  ['encrypted_cryptogram', ({ cryptogram }) => cryptogram !== '', 'Omit the cryptogram if there is none.'],
  [
    'eci',
    ({ cryptogram, eci }) => (cryptogram === undefined) === (eci === undefined),
    'Pass the eci with a cryptogram only.',
  ],
]

/**
 * Encrypts a network token for the gateway.
 * @throws TollgateError naming every field that cannot be right, as the gateway would
 */
export function encryptNetworkToken(publicKey: KeyObject, token: NetworkToken): EncryptedNetworkToken {
  validateFields(token, CHECKS)
  const encrypt = (text: string) => encryptField(publicKey, text)
  const { cryptogram, eci, source } = token
  return {
    encrypted_token_number: encrypt(token.number),
    encrypted_expiration_month: encrypt(token.expirationMonth),
    encrypted_expiration_year: encrypt(token.expirationYear),
    ...(cryptogram !== undefined && { encrypted_cryptogram: encrypt(cryptogram), eci }),
    ...(source && { source }),
  }
}
