import { invalid } from '#domain/problem.ts'
import { listActiveWalletKeys } from '#store/keys/wallet-keys.ts'
import { WalletTokenError } from '#vault/wallet-token/wallet-token-error.ts'
import type { WalletPayment } from '#vault/wallet-token/wallet-tokens.ts'
import { type ConfigSnapshot, merchantTime } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import type { PaymentRequest, RequestedMethod } from './payment-request.ts'
import { cardMethod, type ResolvedMethod } from './resolved-method.ts'

type WalletToken = Extract<RequestedMethod, { kind: 'wallet-token' }>

const FIELD = 'payment_method.data.walleta_pay_token'
const HOW =
  'Send the token exactly as the wallet gave it for you, Base64-encoded as a whole, once and before it expires.'

/**
 * Decrypts a wallet token. A card with a proof of its holder needs no 3-D Secure, any other the shopper's browser
 * (docs/reference/three-ds.md#when-it-applies).
 * @throws RequestError `invalid` on `browser_info`, or on the token, equal for every error
 */
export async function resolveWalletToken(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  method: WalletToken,
): Promise<ResolvedMethod> {
  const { card, cryptogram, messageId, expiresAt } = await paymentIn(gateway, snapshot, request, method)
  if (!cryptogram && !request.browserInfo) {
    throw invalid('browser_info', 'Add this field; the card in this wallet token requires authentication.')
  }
  const proof = cryptogram && { ...cryptogram, source: method.type }
  const opened = cardMethod(method.type, { kind: 'card', card, cryptogram: proof })
  return { ...opened, walletMessage: { messageId, expiresAt } }
}

/** Reads the keys for every payment, so that a change applies on every process immediately. */
async function paymentIn(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  { merchantId }: PaymentRequest,
  { token }: WalletToken,
): Promise<WalletPayment> {
  const [keys, roots] = await Promise.all([listActiveWalletKeys(gateway.sql), gateway.walletRoots.current()])
  const { walletRecipients: ownRecipients } = snapshot.config.merchant
  const recipients = { recipientId: walletRecipientOf(gateway), ownRecipients }
  try {
    const times = { now: gateway.clock.now(), today: merchantTime(gateway, snapshot) }
    return gateway.vault.walletTokens.open(token, { merchantId, ...recipients, roots, keys, ...times })
  } catch (error) {
    if (!(error instanceof WalletTokenError)) throw error
    gateway.log.info({ merchantId, fault: error.fault }, 'wallet token rejected')
    throw invalid(FIELD, HOW)
  }
}

/** Intended recipient of wallet tokens (docs/reference/tokens.md#wallet-tokens). */
export function walletRecipientOf({ settings }: Pick<Gateway, 'settings'>): string {
  return `gateway:${settings.gatewayId}`
}
