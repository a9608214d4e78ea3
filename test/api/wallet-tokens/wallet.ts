import { listActiveWalletKeys } from '#store/keys/wallet-keys.ts'
import type { RunningGateway } from '#test/running-gateway.ts'
import { type HttpAnswer, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import type { SimulatedWallet } from '#vault/wallet-token/issue.ts'

export const FIELD = 'payment_method.data.walleta_pay_token'

/** Gets a token of the simulated wallet, as the shop would. */
async function buyToken(merchant: TestMerchant, asked: object): Promise<string> {
  const { status, body } = await merchant.call('POST', '/api/simulators/walleta-tokens', { body: asked })
  if (status !== 201) throw new Error(`No token: ${status} ${JSON.stringify(body)}`)
  return body.walleta_pay_token
}

export const withProof = (merchant: TestMerchant, card = {}) =>
  buyToken(merchant, { auth_method: 'CRYPTOGRAM_3DS', ...card })

export const panOnly = (merchant: TestMerchant, card = {}) => buyToken(merchant, { auth_method: 'PAN_ONLY', ...card })

export function pay(merchant: TestMerchant, token: unknown, changes: object = {}, at?: string): Promise<HttpAnswer> {
  const payment_method = { type: 'walleta-pay', data: { walleta_pay_token: token } }
  const body = merchant.order({ payment_method, browser_info: undefined, metadata: NOT_ENROLLED, ...changes })
  return merchant.call('POST', '/api/transactions/authorize', { body, ...(at !== undefined && { at }) })
}

/** Fields that a 422 names. */
export function refusedFields({ status, body }: HttpAnswer): string[] {
  if (status !== 422) throw new Error(`Expected a 422, got ${status}: ${JSON.stringify(body)}`)
  return body.errors.map(({ property }: { property: string }) => property)
}

interface Forgery {
  readonly message?: object
  readonly details?: object
  readonly recipientId?: string
  readonly wallet?: SimulatedWallet
  /** When it is issued. */
  readonly now?: number
}

/** A token no shop would be handed: any part of it may be other than it should be. */
export async function forge(app: RunningGateway, forgery: Forgery = {}): Promise<string> {
  const [key] = await listActiveWalletKeys(app.gateway.sql)
  const { wallet = app.gateway.vault.walletTokens.simulated } = forgery
  return forgedFor(app.merchant, key!.publicKey, { ...forgery, wallet })
}

/** Creates a token for another gateway. @param publicKey of its key pair for wallet tokens */
export function forgedFor(
  { merchantId }: TestMerchant,
  publicKey: string,
  { wallet, now = Date.now(), ...forgery }: Forgery & { readonly wallet: SimulatedWallet },
): string {
  const message = {
    gatewayMerchantId: merchantId,
    messageId: crypto.randomUUID(),
    messageExpiration: String(now + 60_000),
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: '4111111111111111',
      expirationMonth: 12,
      expirationYear: new Date().getUTCFullYear() + 1,
      authMethod: 'CRYPTOGRAM_3DS',
      cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
      ...forgery.details,
    },
    ...forgery.message,
  }
  return wallet.issue(message, forgery.recipientId ?? 'gateway:tollgate', publicKey, now)
}
