import { randomBytes, randomUUID } from 'node:crypto'
import { brandOf } from '#domain/brands.ts'
import { invalid, problem, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { listActiveWalletKeys } from '#store/keys/wallet-keys.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import type { Gateway } from '../gateway.ts'
import { walletRecipientOf } from '../payment/authorize/open-wallet-token.ts'

export interface WalletTokenRequest {
  readonly number: Secret<string>
  /** 1 to 12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
  readonly authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  /** One of the merchant's own; left out for the gateway. */
  readonly recipient?: string | undefined
}

/** Long enough to try something by hand, short enough to see one expire. */
const LIFE_MS = 10 * 60_000

/** A cryptogram of any network has 20 bytes. */
const CRYPTOGRAM_BYTES = 20

/**
 * Signed by the simulated root, encrypted for our newest key (docs/reference/simulators.md#wallet-token-issuer).
 * @returns `walleta_pay_token` @throws RequestError `invalid` for a recipient of another merchant
 */
export async function issueWalletToken(
  gateway: Gateway,
  merchantId: string,
  given: WalletTokenRequest,
): Promise<string> {
  const [key] = await listActiveWalletKeys(gateway.sql)
  if (!key) throw noKey()
  const { recipient } = given
  if (recipient !== undefined) await checkRecipient(gateway, merchantId, recipient)
  const now = gateway.clock.now().getTime()
  const message = {
    ...(recipient === undefined && { gatewayMerchantId: merchantId }),
    messageId: randomUUID(),
    messageExpiration: String(now + LIFE_MS),
    paymentMethod: 'CARD',
    paymentMethodDetails: detailsOf(given),
  }
  const { simulated } = gateway.vault.walletTokens
  return simulated.issue(message, recipient ?? walletRecipientOf(gateway), key.publicKey, now)
}

async function checkRecipient({ sql }: Gateway, merchantId: string, recipient: string): Promise<void> {
  const merchant = await findMerchant(sql, merchantId)
  if (!merchant?.walletRecipients.includes(recipient)) throw invalid('recipient', 'Send one of your wallet_recipients.')
}

function detailsOf({ number, expirationMonth, expirationYear, authMethod }: WalletTokenRequest) {
  const pan = number.reveal()
  const card = { pan, expirationMonth, expirationYear, authMethod }
  if (authMethod === 'PAN_ONLY') return card
  const cryptogram = randomBytes(CRYPTOGRAM_BYTES).toString('base64')
  return { ...card, cryptogram, eciIndicator: brandOf(pan) === 'mastercard' ? '02' : '05' }
}

function noKey(): RequestError {
  const message = 'The gateway has no active wallet key; ask the operator to create one.'
  return new RequestError('unavailable', [problem('', message)])
}
