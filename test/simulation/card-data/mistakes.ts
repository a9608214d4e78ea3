import { encryptField } from '#test/card-encryption.ts'
import { postForm } from '#test/page-forms.ts'
import { type CallOptions, fetchToken, NOT_ENROLLED } from '#test/test-merchant.ts'
import type { PlantedCard } from './planted-cards.ts'
import { heard, type Stage, seen } from './stage.ts'
import { networkToken, walletToken } from './token-flows.ts'

const AUTHORIZE = '/api/transactions/authorize'

/** Mistakes merchants make with clear numbers, codes, cryptograms and tokens. */
export async function makeMistakes(stage: Stage): Promise<void> {
  for (const body of await wrongBodies(stage)) await heard(stage, post(stage, AUTHORIZE, { body }))
  for (const request of wrongRequests(stage)) await heard(stage, post(stage, AUTHORIZE, request))
  await wrongPlaces(stage, stage.cards.next())
  await wrongSimulations(stage, stage.cards.next())
  await wrongTexts(stage, stage.cards.next())
}

function post({ merchant }: Stage, path: string, options: CallOptions) {
  return merchant.call('POST', path, options)
}

/** Clear values where others belong. */
async function wrongBodies(stage: Stage): Promise<unknown[]> {
  const { merchant, cards } = stage
  const { number, cvv } = cards.next()
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const order = merchant.order() as { payment_method: { data: object } }
  const { data: card } = order.payment_method
  const token = networkToken(stage)
  const wallet = await walletToken(stage, 'CRYPTOGRAM_3DS')
  const encrypt = (text: string) => encryptField(merchant.publicKey, text)
  const METHODS: readonly [type: unknown, data: unknown][] = [
    ['card', { ...card, encrypted_card_number: number, encrypted_cvv: cvv }],
    ['card', { ...card, encrypted_card_number: spaced }],
    ['card', { ...card, encrypted_card_number: btoa(number) }],
    ['card', { ...card, encrypted_card_number: Number(number), encrypted_cvv: Number(cvv) }],
    ['card', { ...card, encrypted_card_number: { number, cvv } }],
    ['card', { ...card, encrypted_cvv: encrypt(`${number} ${cvv}`) }],
    ['card', { ...card, encrypted_expiration_month: encrypt(number), encrypted_expiration_year: encrypt(cvv) }],
    ['card', { number, cvv, ...card, encrypted_cvv: undefined }],
    ['card', number],
    [number, {}],
    [{ number }, { cvv }],
    ['saved_card', { payment_method_id: number, encrypted_cvv: cvv }],
    ['saved_card', { payment_method_id: number }],
    ['network-token', { ...token, encrypted_token_number: number, eci: number, source: number }],
    ['network-token', { ...token, encrypted_cryptogram: token.encrypted_token_number, eci: cvv }],
    ['walleta-pay', { walleta_pay_token: number }],
    ['walleta-pay', { walleta_pay_token: btoa(JSON.stringify({ number, cvv, wallet })) }],
    ['walleta-pay', { walleta_pay_token: `${wallet}${wallet}` }],
    ['walleta-pay', JSON.parse(atob(wallet))],
    [wallet, {}],
    [`voucher-redirect-${number}`, { email: number, first_name: 7, last_name: {} }],
  ]
  const unknown = { card_number: number, cvv, card: { number, cvv }, [number]: cvv, currency: number }
  return [
    ...METHODS.map(([type, data]) => ({ ...order, payment_method: { type, data } })),
    { ...order, ...unknown },
    { ...order, transaction_type: number, amount: number, terminal_id: number, browser_info: { language: number } },
    { ...order, tokenization: number, return_url: number, options: { three_ds: { notification_url: number } } },
  ]
}

/** Requests that are refused before their body is understood, or answered twice. */
function wrongRequests({ merchant, cards }: Stage): CallOptions[] {
  const { number, cvv } = cards.next()
  const clear = { ...merchant.order(), card_number: number, cvv, amount: 'x' }
  const large = JSON.stringify({ ...clear, padding: 'x'.repeat(300_000) })
  return [
    { body: `{"card":"${number}"` },
    { body: `{"card":"${number}","card":"${number}"}` },
    { body: `{"${number}":\u0000}` },
    { body: `${'['.repeat(40)}"${number}"${']'.repeat(40)}` },
    { body: '', headers: { 'content-type': number } },
    { body: `card=${number}&cvv=${cvv}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: JSON.stringify(clear), headers: { 'content-type': 'text/plain' } },
    { body: large },
    { body: clear, headers: { 'idempotency-key': 'mistaken' } },
    { body: clear, headers: { 'idempotency-key': number } },
    { body: clear, headers: { 'idempotency-key': number } },
    { body: { ...clear, amount: 1 }, headers: { 'idempotency-key': number } },
    { body: clear, headers: { 'idempotency-key': number.repeat(20) } },
  ]
}

/** Numbers in addresses, headers and other requests. */
async function wrongPlaces(stage: Stage, { number, cvv }: PlantedCard): Promise<void> {
  const { merchant, gateway } = stage
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  for (const path of [
    `/api/transactions/${number}/status`,
    `/api/transactions?reference=${spaced}`,
    `/api/transactions?cursor=${number}&limit=${number}`,
    `/api/payment-methods/${number}`,
    `/api/customers/${number}`,
    `/api/customers/${number}/payment-methods`,
    `/simulators/checkouts/${number}`,
    `/returns/${number}/${cvv}`,
    `/cards/${number}`,
    `/${'a'.repeat(3000)}${number}`,
  ])
    await seen(stage, fetch(gateway.baseUrl + path, { headers: { authorization: `Bearer ${merchant.token}` } }))
  const keyed = { body: { payment_data: number, fingerprint_result: cvv }, headers: { 'idempotency-key': 'misplaced' } }
  await heard(stage, post(stage, `/api/transactions/three-ds/${number}/request-authentication`, keyed))
  const completed = { payment_data: number, session_id: number, trans_status: cvv }
  await heard(stage, post(stage, '/api/transactions/three-ds/authentication-completed', { body: completed }))
  await heard(stage, merchant.call('DELETE', `/api/payment-methods/${number}`))
  await seen(stage, postForm(`${gateway.baseUrl}/three-ds/${number}/challenge-notification-url`, { cres: number }))
  await seen(stage, postForm(`${gateway.baseUrl}/simulators/checkouts/${number}/outcome`, { outcome: number }))
  await seen(stage, fetch(`${gateway.baseUrl}/provider-notices/${number}`, { method: 'POST', body: number }))
  await seen(stage, fetch(`${gateway.baseUrl}/api/transactions`, { headers: { authorization: `Bearer ${number}` } }))
  await fetchToken(gateway.baseUrl, number, cvv)
}

/** Numbers in free text, in groups and not. */
async function wrongTexts(stage: Stage, { number }: PlantedCard): Promise<void> {
  const { merchant, operator } = stage
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const customer = {
    first_name: number,
    last_name: spaced,
    address: spaced,
    city: number,
    postal_code: number,
    email: `${number}@shop.example`,
  }
  const metadata = { ...NOT_ENROLLED, note: spaced, nested: { list: [Number(number)] }, [number]: 'key' }
  const browser = { ...(merchant.order().browser_info as object), user_agent: spaced, accept_header: number }
  const texts = { description: spaced, customer, metadata }
  await heard(stage, post(stage, AUTHORIZE, { body: { ...merchant.order(), ...texts, browser_info: browser } }))
  await heard(stage, post(stage, AUTHORIZE, { body: { ...merchant.order(), ...texts, currency: 'XXX' } }))
  await heard(stage, post(stage, '/api/customers', { body: customer }))
  await heard(stage, post(stage, '/api/views', { body: { name: spaced, filters: { q: number } } }))
  await heard(stage, post(stage, '/api/webhook-endpoints', { body: { url: `https://shop.example/${number}` } }))
  await heard(stage, operator.call('POST', '/admin/merchants', { body: { name: `Shop ${spaced}` } }))
}

async function wrongSimulations(stage: Stage, { number, cvv }: PlantedCard): Promise<void> {
  const path = '/api/simulators/walleta-tokens'
  const asked = { card_number: `${number}0`, expiration_month: cvv, expiration_year: number, auth_method: number }
  await heard(stage, post(stage, path, { body: asked }))
  await heard(stage, post(stage, path, { body: { ...asked, card_number: { number } } }))
  const good = { card_number: number, auth_method: 'CRYPTOGRAM_3DS' }
  const headers = { 'idempotency-key': `wallet ${number}` }
  const token = await post(stage, path, { body: good, headers })
  stage.secrets.plantToken(token.body.walleta_pay_token)
  await post(stage, path, { body: good, headers })
}
