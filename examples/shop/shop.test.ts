import { createHmac, privateDecrypt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { keys } from '#client/test/keys.ts'
import { ask, BROWSER, CARD, openShop, post, SECRET } from './test/open-shop.ts'

test('what is put in the basket is what checkout asks for', async () => {
  const { shop } = await openShop()
  const added = await post(shop, '/basket', { coffee: 'nyeri' })
  const cookie = String(added.headers['set-cookie']).split(';')[0]!
  expect((await shop.inject({ url: '/api', headers: { cookie } })).body).toContain('Pay €16.80')
  const less = await post(shop, '/basket', { coffee: 'nyeri', more: '-1' }, cookie)
  expect(less.headers['set-cookie']).toContain('Max-Age=0')
})

test('checkout with an empty basket sells a bag of the house blend', async () => {
  const { shop } = await openShop()
  expect((await shop.inject('/api')).body).toContain('Pay €12.50')
})

test('a card is authorized encrypted, with all browser fields and what the test panel says', async () => {
  const { shop, bank, sent } = await openShop()
  await ask(shop, '/api', {
    ...CARD,
    ...BROWSER,
    simulated_flow: 'VERSIONING_NOT_ENROLLED',
    response_code: 'TRX_STATUS_DECLINED',
  })
  const [request] = sent('/api/transactions/authorize')
  expect(request).toMatchObject({
    terminal_id: 'term_1',
    currency: 'EUR',
    amount: 1250,
    customer: { first_name: 'Ada', last_name: 'Lindqvist', email: 'ada@example.com' },
    browser_info: {
      color_depth: 24,
      screen_height: 844,
      screen_width: 390,
      time_zone_offset: -60,
      language: 'sv',
      java_enabled: false,
      accept_header: 'text/html',
    },
    metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'TRX_STATUS_DECLINED' },
    return_url: `http://localhost:3001/result?order=${request.reference}`,
  })
  expect(decrypt(request.payment_method.data.encrypted_expiration_year)).toBe('2039')
  expect(JSON.stringify(bank.seen)).not.toMatch(/4111 ?1111/)
})

test('the challenge opens on the bank’s page, or in a frame whose message comes from the origin of acs_url', async () => {
  const { shop, bank } = await openShop()
  const page = await challengeStep(shop, 'page')
  expect(page).toMatchObject({ kind: 'post', form: { url: `${bank.baseUrl}/acs`, data: { creq: expect.any(String) } } })
  const frame = await challengeStep(shop, 'frame')
  expect(frame).toMatchObject({ kind: 'challenge', origin: bank.baseUrl })
})

test.each([
  [true, 'WQ=='],
  [false, 'Tg=='],
])('with a method URL (%s) the fingerprint result is %s', async (hasMethod, expected) => {
  const { shop, sent } = await openShop({ hasMethod })
  const step = await pay(shop, 'page')
  expect(step).toMatchObject({
    kind: 'fingerprint',
    form: hasMethod ? { data: { threeDSMethodData: expect.any(String) } } : null,
  })
  await post(shop, `/api/${step.order}/fingerprint`, {})
  const [request] = sent('/api/transactions/three-ds/three-ds-1/request-authentication')
  expect(request).toEqual({ fingerprint_result: expected, payment_data: 'THREE_DS_2_FINGERPRINT' })
})

test.each([
  ['Y', 'Y', 'APPROVED'],
  ['junk', 'N', 'DECLINED'],
])('a challenge that ends with %s is completed with %s', async (claimed, expected, status) => {
  const { shop, sent } = await openShop()
  const { order } = await challengeStep(shop, 'frame')
  const step = (await post(shop, `/api/${order}/challenge`, { trans_status: claimed })).json()
  expect(step).toEqual({ kind: 'go', url: `/result?order=${order}` })
  expect(sent('/api/transactions/three-ds/authentication-completed')[0].trans_status).toBe(expected)
  expect((await shop.inject(step.url)).body).toContain(`data-status="${status}"`)
})

test('the result shows the status read from the status endpoint and the name of the event that arrived', async () => {
  const { shop } = await openShop()
  const { order } = await challengeStep(shop, 'frame')
  await post(shop, `/api/${order}/challenge`, { trans_status: 'Y' })
  const state = () => shop.inject(`/result/state?order=${order}`).then((response) => response.json())
  expect(await state()).toEqual({ status: 'APPROVED', event: '' })
  expect((await shop.inject(`/result?order=${order}`)).body).toContain('data-waiting')
  expect((await webhook(shop, order, SECRET)).statusCode).toBe(204)
  expect(await state()).toEqual({ status: 'APPROVED', event: 'transaction.processed' })
  const page = await shop.inject(`/result?order=${order}`)
  expect(page.body).not.toContain('data-waiting')
  expect(page.headers['set-cookie']).toContain('basket=;')
})

test('a webhook signed with another secret is refused and not kept', async () => {
  const { shop } = await openShop()
  const { order } = await challengeStep(shop, 'frame')
  expect((await webhook(shop, order, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).statusCode).toBe(400)
  expect((await shop.inject(`/result/state?order=${order}`)).json()).toMatchObject({ event: '' })
})

test('a card that cannot be right is pointed out field by field and never sent', async () => {
  const { shop, bank } = await openShop()
  const step = (await ask(shop, '/api', { ...CARD, number: '4111 1111 1111 1112', cvc: '1' })).json()
  expect(step).toMatchObject({ kind: 'correct', problems: [{ field: 'number' }, { field: 'cvc' }] })
  expect(bank.seen).toHaveLength(0)
})

test('unknown orders are not found, and every page forbids inline script', async () => {
  const { shop } = await openShop()
  for (const url of ['/result?order=LRK-GUESS', '/result/state', '/nowhere'])
    expect((await shop.inject(url)).statusCode).toBe(404)
  const { headers, body } = await shop.inject('/api')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(body).not.toMatch(/<style|style=|<script>|\son\w+=/)
})

test('text a visitor controls is escaped', async () => {
  const { shop } = await openShop()
  const { body } = await shop.inject({ url: '/api', headers: { accept: '"><script>alert(1)</script>' } })
  expect(body).toContain('&quot;&gt;&lt;script&gt;')
})

async function pay(shop: FastifyInstance, challenge: string) {
  return (await ask(shop, '/api', { ...CARD, ...BROWSER, challenge })).json()
}

async function challengeStep(shop: FastifyInstance, challenge: string) {
  const { order } = await pay(shop, challenge)
  return (await post(shop, `/api/${order}/fingerprint`, {})).json()
}

function webhook(shop: FastifyInstance, reference: string, secret: string) {
  const payload = JSON.stringify({ event: 'transaction.processed', payload: { id: 'trx_1', reference, amount: 1250 } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${payload}`).digest('base64')
  const signed = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return shop.inject({
    method: 'POST',
    url: '/webhooks',
    headers: { 'content-type': 'application/json', ...signed },
    payload,
  })
}

function decrypt(value: string): string {
  return privateDecrypt({ key: keys.privateKey, oaepHash: 'sha256' }, Buffer.from(value, 'base64')).toString()
}
