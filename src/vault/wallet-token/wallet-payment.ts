import { brandOf } from '#domain/brands.ts'
import { invalidCardFields } from '#domain/card-rules.ts'
import { type ClearCard, toClearCard } from '../clear-card.ts'
import { parseInstant } from './strict-parse.ts'
import { WalletTokenError } from './wallet-token-error.ts'

export interface ClearWalletPayment {
  readonly messageId: string
  readonly expiresAt: Date
  readonly card: ClearCard
  /** Proof of the cardholder; null for `PAN_ONLY`. */
  readonly cryptogram: { readonly value: string; readonly eci: string | null } | null
}

type Fields = Readonly<Record<string, unknown>>

/** Networks of wallet tokens (docs/reference/tokens.md#wallet-tokens). */
const NETWORKS: readonly (string | null)[] = ['visa', 'mastercard']

const MESSAGE_ID = /^[\x21-\x7e]{1,255}$/
const CRYPTOGRAM = /^[\x21-\x7e]{1,64}$/
const ECI = /^0?[0-7]$/

/**
 * Rejects a verified message of another merchant.
 * @param isDirect signed for this merchant itself, so it need not name it @throws WalletTokenError
 */
export function addressedTo(merchantId: string, isDirect: boolean, message: Fields): Fields {
  const { gatewayMerchantId = isDirect ? merchantId : undefined } = message
  if (gatewayMerchantId !== merchantId) throw new WalletTokenError('wrong_merchant')
  return message
}

/** Reads the card of a verified, unexpired message. @throws WalletTokenError */
export function parseWalletPayment(message: Fields, today: Date): ClearWalletPayment {
  const { messageId, paymentMethod, paymentMethodDetails } = message
  const expiresAt = parseInstant(message.messageExpiration)
  // Without an expiry it would have to be remembered indefinitely.
  if (!isText(messageId, MESSAGE_ID) || expiresAt === undefined || paymentMethod !== 'CARD') throw bad()
  const details = Object(paymentMethodDetails) as Fields
  return {
    messageId,
    expiresAt: new Date(expiresAt),
    card: cardIn(details, today),
    cryptogram: cryptogramIn(details),
  }
}

function cardIn({ pan, expirationMonth, expirationYear }: Fields, today: Date): ClearCard {
  if (typeof pan !== 'string' || !Number.isInteger(expirationMonth) || !Number.isInteger(expirationYear)) throw bad()
  const card = {
    number: pan,
    cvv: null,
    expirationMonth: String(expirationMonth),
    expirationYear: String(expirationYear),
  }
  if (invalidCardFields(card, today).length > 0) throw bad()
  if (!NETWORKS.includes(brandOf(pan))) throw new WalletTokenError('network_not_supported')
  return toClearCard(card)
}

/** Not every network adds an indicator. */
function cryptogramIn({ authMethod, cryptogram, eciIndicator }: Fields): ClearWalletPayment['cryptogram'] {
  if (authMethod === 'PAN_ONLY') return null
  if (authMethod !== 'CRYPTOGRAM_3DS' || !isText(cryptogram, CRYPTOGRAM)) throw bad()
  if (eciIndicator === undefined || eciIndicator === '') return { value: cryptogram, eci: null }
  if (!isText(eciIndicator, ECI)) throw bad()
  return { value: cryptogram, eci: eciIndicator.padStart(2, '0') }
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function bad(): WalletTokenError {
  return new WalletTokenError('bad_payload')
}
