import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '#test/adyen-sandbox/index.ts'
import type { Demo } from '#test/gateway-process.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import type { Admin } from '../admin.ts'
import { openCounter, type Shop } from '../shop.ts'
import type { Sandboxes } from './sandboxes.ts'

const STRIPE = { provider: 'stripe', credentials: { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET } }
const ADYEN = {
  provider: 'adyen',
  settings: { merchant_account: MERCHANT_ACCOUNT },
  credentials: { api_key: API_KEY, hmac_key: HMAC_KEY },
}

/**
 * A merchant of its own whose cards go to Stripe and Adyen and to no simulator.
 * @param webhookUrl where its events go
 */
export async function openConnectorShop(
  { base_url: baseUrl }: Demo,
  admin: Admin,
  webhookUrl: string,
  { post }: Sandboxes,
): Promise<Shop> {
  const merchant = await admin('POST', '/admin/merchants', { name: 'Larkspur Abroad', country: 'RO' })
  const { merchant_id: merchantId } = merchant
  const accounts = `/admin/merchants/${merchantId}/provider-accounts`
  const { items } = await admin('GET', `${accounts}?limit=100`)
  for (const { provider_account_id: id } of items) {
    await admin('PATCH', `/admin/provider-accounts/${id}`, { status: 'INACTIVE' })
  }
  const open = async (account: { readonly provider: string }): Promise<string> =>
    (await admin('POST', accounts, { name: account.provider, ...account })).provider_account_id
  const [stripe, adyen] = [await open(STRIPE), await open(ADYEN)]
  post.address(`${baseUrl}/provider-notices/adyen/${adyen}`)
  const counter = await openCounter(baseUrl, admin, merchant, webhookUrl)
  const [stripeFirst, adyenFirst] = [
    await counter.terminal('Stripe first', [stripe, adyen]),
    await counter.terminal('Adyen first', [adyen, stripe]),
  ]
  return { ...counter.shop, plainTerminal: stripeFirst, retryingTerminal: adyenFirst, flakyTerminal: adyenFirst }
}
