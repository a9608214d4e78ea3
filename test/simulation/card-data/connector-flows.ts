import { expect } from 'vitest'
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '#test/adyen-sandbox/index.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { connectMerchant, newReference } from '#test/test-merchant.ts'
import { CHALLENGE, finish, toChallenge } from './card-flows.ts'
import { heard, payByCard, type Stage } from './stage.ts'

/** Cards through real connectors, on their sandboxes: approved, declined, with an answer that is lost, with 3-D Secure. */
export async function payThroughConnectors(stage: Stage): Promise<void> {
  const [stripe, adyen] = [await merchantOf(stage, STRIPE), await merchantOf(stage, ADYEN)]
  const { sandboxes, gateway } = stage
  sandboxes.adyen.notices.deliverTo(`${gateway.baseUrl}/provider-notices/adyen/${adyen.account}`)
  for (const words of ['', 'decline=insufficient_funds', 'fault=confirm:late-reset', 'fault=card:late-cut'])
    await payByCard({ ...stage, merchant: stripe.merchant }, {}, { reference: `${newReference()} ${words}` })
  for (const word of ['approve', 'refuse-12', 'silence-after'])
    await payByCard({ ...stage, merchant: adyen.merchant }, {}, { reference: `${newReference()}.${word}` })
  const withStripe = { ...stage, merchant: stripe.merchant }
  await finish(withStripe, await toChallenge(withStripe, payByCard(withStripe, CHALLENGE)))
  const notices = `${gateway.baseUrl}/provider-notices/stripe/${stripe.account}`
  expect(new Set(await sandboxes.stripe.events.deliver(notices))).toEqual(new Set([204]))
}

const STRIPE = { provider: 'stripe', credentials: { secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET } }
const ADYEN = {
  provider: 'adyen',
  credentials: { api_key: API_KEY, hmac_key: HMAC_KEY },
  settings: { merchant_account: MERCHANT_ACCOUNT },
}

/** Credentials that allow acting for the merchant at the provider. */
export const CREDENTIAL_VALUES: readonly string[] = [SECRET_KEY, WEBHOOK_SECRET, API_KEY, HMAC_KEY]

/** A merchant whose cards go to this provider alone. */
async function merchantOf(stage: Stage, wanted: typeof STRIPE | typeof ADYEN) {
  const { operator, gateway } = stage
  const ask = async (method: string, path: string, body?: object) =>
    (await heard(stage, operator.call(method, path, body && { body }))).body
  const { merchant_id, client_id, client_secret, public_key } = await ask('POST', '/admin/merchants', {
    name: `Larkspur ${wanted.provider}`,
  })
  const { terminal_id } = await ask('POST', `/admin/merchants/${merchant_id}/terminals`, { name: 'Shop' })
  const { items } = await ask('GET', `/admin/merchants/${merchant_id}/provider-accounts`)
  const simulator = items.find(({ provider }: { provider: string }) => provider === 'card-simulator')
  await ask('PATCH', `/admin/provider-accounts/${simulator.provider_account_id}`, { status: 'INACTIVE' })
  const created = await ask('POST', `/admin/merchants/${merchant_id}/provider-accounts`, { ...wanted, name: 'Real' })
  const merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: merchant_id,
    terminalId: terminal_id,
    publicKey: public_key,
    clientId: client_id,
    clientSecret: client_secret,
  })
  return { merchant, account: created.provider_account_id as string }
}
