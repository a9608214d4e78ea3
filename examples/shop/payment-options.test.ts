import { VOUCHERS } from '@tollgate/client'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { basketCookie } from './basket.ts'
import { COFFEES } from './catalogue.ts'
import { BANK_CHOICES } from './payment-options/bank-payment.ts'
import { CUSTOMER, SAVED_CARD } from './test/fake-bank.ts'
import { ask, BROWSER, CARD, openShop, post } from './test/open-shop.ts'

const AUTHORIZE = '/api/transactions/authorize'
const COOKIE = `customer=${CUSTOMER}`
const PAYER = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lindqvist' }

test('the checkout offers every payment option, and says which is open', async () => {
  const { shop } = await openShop()
  const { body } = await shop.inject('/api/voucher')
  const paths = [...body.matchAll(/<li><a href="(\/api[^"]*)"/g)].map(([, path]) => path)
  expect(paths).toEqual([
    '/api',
    '/api/saved-card',
    '/api/walleta-pay',
    '/api/walleta-pay-redirect',
    '/api/walletb-pay-redirect',
    '/api/voucher',
    '/api/bank',
  ])
  expect(body.match(/href="([^"]+)" aria-current="page"/)?.[1]).toBe('/api/voucher')
})

test('a card is saved for the customer of this browser, who is made known first', async () => {
  const { shop, sent, bank } = await openShop()
  expect((await shop.inject('/api/saved-card')).body).toContain('No cards yet')
  expect(bank.seen.filter(({ method }) => method === 'GET')).toEqual([])
  const cookie = cookieOf(await ask(shop, '/api', { ...CARD, ...BROWSER, save_card: 'on' }))
  const id = cookie.slice('customer='.length)
  expect(sent('/api/customers')).toEqual([expect.objectContaining({ id, email: 'ada@example.com' })])
  expect(sent(AUTHORIZE)).toMatchObject([
    { customer: { id, first_name: 'Ada' }, tokenization: { save_card_for_future_payments: true } },
  ])
})

test('a card that is not to be saved is not, and makes no customer', async () => {
  const { shop, sent } = await openShop()
  await ask(shop, '/api', { ...CARD, ...BROWSER }, COOKIE)
  expect(sent(AUTHORIZE)[0]).not.toHaveProperty('tokenization')
  expect(sent(AUTHORIZE)[0].customer).not.toHaveProperty('id')
  expect(sent('/api/customers')).toEqual([])
})

test('a saved card is listed with mask, brand and expiry, and pays by its token with or without a code', async () => {
  const { shop, sent } = await openShop()
  const { body } = await shop.inject({ url: '/api/saved-card', headers: { cookie: COOKIE } })
  for (const shown of ['mastercard', '555555******4444', '07 / 2039']) expect(body).toContain(shown)
  const { token } = SAVED_CARD
  await ask(shop, '/api/saved-card', { ...BROWSER, token }, COOKIE)
  await ask(shop, '/api/saved-card', { ...BROWSER, token, cvc: '123' }, COOKIE)
  expect(sent(AUTHORIZE).map(({ payment_method }) => payment_method)).toEqual([
    { type: 'saved_card', data: { payment_method_id: token } },
    { type: 'saved_card', data: { payment_method_id: token, encrypted_cvv: expect.any(String) } },
  ])
})

test('no one pays with, removes or sees a card of another customer', async () => {
  const { shop, bank, sent } = await openShop()
  const stranger = cookieOf(await ask(shop, '/api', { ...CARD, ...BROWSER, save_card: 'on' }))
  const { token } = SAVED_CARD
  expect((await ask(shop, '/api/saved-card', { ...BROWSER, token }, stranger)).json()).toMatchObject({
    kind: 'correct',
  })
  expect((await shop.inject({ url: '/api/saved-card', headers: { cookie: stranger } })).body).toContain('No cards yet')
  await post(shop, '/api/saved-card/remove', { token }, stranger)
  const other = { ...BROWSER, token: 'pm_of_somebody_else' }
  expect((await ask(shop, '/api/saved-card', other, COOKIE)).json()).toMatchObject({ kind: 'correct' })
  await post(shop, '/api/saved-card/remove', other, COOKIE)
  expect(sent(AUTHORIZE)).toHaveLength(1)
  expect(bank.seen.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('a saved card is removed by its owner', async () => {
  const { shop, bank } = await openShop()
  const answer = await post(shop, '/api/saved-card/remove', { token: SAVED_CARD.token }, COOKIE)
  expect(answer.headers.location).toBe('/api/saved-card')
  expect(bank.seen.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/payment-methods/${SAVED_CARD.token}` })
})

test('the wallet’s token goes to the gateway as it came, with what the browser says of itself', async () => {
  const { shop, sent } = await openShop()
  const sheet = await post(shop, '/wallet-a', { card_number: '5555555555554444', auth_method: 'PAN_ONLY' })
  expect(sent('/api/simulators/walleta-tokens')).toEqual([{ card_number: '5555555555554444', auth_method: 'PAN_ONLY' }])
  const token = /name="walleta_pay_token" value="([^"]+)"/.exec(sheet.body)![1]!
  expect(sheet.body).toContain('Mastercard •••• 4444')
  const step = await ask(shop, '/api/walleta-pay', { ...BROWSER, walleta_pay_token: token })
  expect(step.json()).toMatchObject({ kind: 'fingerprint' })
  expect(sent(AUTHORIZE)).toMatchObject([
    { payment_method: { type: 'walleta-pay', data: { walleta_pay_token: token } }, browser_info: { color_depth: 24 } },
  ])
})

test.each(['walleta-pay-redirect', 'walletb-pay-redirect'])(
  '%s leads to the wallet’s page without script',
  async (type) => {
    const { shop, bank, sent } = await openShop()
    const answer = await post(shop, `/api/${type}`, {
      simulate_final_response_code: 'TRX_STATUS_APPROVED',
      response_code: '',
    })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`${bank.baseUrl}/provider`)
    expect(sent(AUTHORIZE)).toMatchObject([{ payment_method: { type, data: {} }, transaction_type: 'PURCHASE' }])
    expect(sent(AUTHORIZE)[0].metadata).toEqual({
      simulate_final_response_code: 'TRX_STATUS_APPROVED',
      simulate_final_after_seconds: '5',
    })
  },
)

test('each of the 32 vouchers can be chosen, and is asked for with its payer', async () => {
  const { shop, sent } = await openShop()
  const { body } = await shop.inject('/api/voucher')
  for (const [code, name] of Object.entries(VOUCHERS))
    expect(body).toContain(`<option value="${code}" >${name}</option>`)
  expect(Object.keys(VOUCHERS)).toHaveLength(32)
  await post(shop, '/api/voucher', { ...PAYER, voucher: 'psc' })
  expect(sent(AUTHORIZE)).toMatchObject([
    { payment_method: { type: 'voucher-redirect-psc', data: PAYER }, metadata: {} },
  ])
})

test.each(Object.entries(BANK_CHOICES))(
  '%s is offered and asked for at the payment endpoint',
  async (method, { name }) => {
    const { shop, bank, sent } = await openShop()
    const { body } = await shop.inject('/api/bank')
    expect(body).toContain(`name="method" value="${method}"`)
    const order = orderOn(body)
    const answer = await post(shop, '/api/bank', { order, method, response_code: '', simulate_final_response_code: '' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${bank.baseUrl}/provider`])
    const urls = [sent('/api/transactions/payment')[0].return_url, sent('/api/transactions/payment')[0].cancel_url]
    expect(sent('/api/transactions/payment')).toMatchObject([{ method, reference: order, country: 'SE', metadata: {} }])
    for (const url of urls) expect(url).toContain(`/result?order=${order}`)
    expect(sent(AUTHORIZE)).toEqual([])
    const result = (await shop.inject(`/result?order=${order}`)).body
    for (const shown of [name, '0.05']) expect(result).toContain(shown)
  },
)

test('a long order is described in the 100 characters that a payment has', async () => {
  const { shop, sent } = await openShop()
  const cookie = basketCookie(COFFEES.map((coffee) => ({ coffee, quantity: 9 })))
  await post(shop, '/api/bank', { method: 'UPI' }, cookie)
  expect(sent('/api/transactions/payment')[0].description).toHaveLength(100)
})

test('a form that is sent twice names one order, which is asked for once', async () => {
  const { shop, sent } = await openShop()
  const order = orderOn((await shop.inject('/api/voucher')).body)
  const form = { ...PAYER, voucher: 'psc', order }
  const [first, second] = await Promise.all([post(shop, '/api/voucher', form), post(shop, '/api/voucher', form)])
  const late = await post(shop, '/api/voucher', form)
  expect(new Set([first, second, late].map(({ headers }) => headers.location)).size).toBe(1)
  expect(sent(AUTHORIZE)).toMatchObject([{ reference: order }])
})

test('a form that was refused may be sent again for the same order', async () => {
  const { shop, sent } = await openShop()
  const order = orderOn((await shop.inject('/api')).body)
  await ask(shop, '/api', { ...CARD, ...BROWSER, order, cvc: '1' })
  expect((await ask(shop, '/api', { ...CARD, ...BROWSER, order })).json()).toMatchObject({ kind: 'fingerprint' })
  expect(sent(AUTHORIZE)).toMatchObject([{ reference: order }])
})

test('a shopper who goes back during 3-D Secure and pays again meets the step that is due', async () => {
  const { shop, sent } = await openShop()
  const order = orderOn((await shop.inject('/api')).body)
  const form = { ...CARD, ...BROWSER, order, challenge: 'frame' }
  await ask(shop, '/api', form)
  const challenge = (await post(shop, `/api/${order}/fingerprint`, {})).json()
  expect((await ask(shop, '/api', form)).json()).toEqual(challenge)
  expect((await post(shop, `/api/${order}/fingerprint`, {})).json()).toEqual(challenge)
  expect(sent(AUTHORIZE)).toHaveLength(1)
})

test('without script a card is led to the bank’s page on a button, without a fingerprint', async () => {
  const { shop, bank, sent } = await openShop()
  const answer = await post(shop, '/api', { ...CARD, challenge: 'frame' })
  expect(answer.body).toContain(`<form method="post" action="${bank.baseUrl}/acs">`)
  expect(answer.body).toContain('name="creq"')
  expect(sent('/api/transactions/three-ds/three-ds-1/request-authentication')).toMatchObject([
    { fingerprint_result: 'Tg==' },
  ])
})

test('without script a card that cannot be right comes back with its problems, but never with its code', async () => {
  const { shop } = await openShop()
  const { statusCode, body } = await post(shop, '/api', { ...CARD, number: '4111 1111 1111 1112', cvc: '987' })
  expect(statusCode).toBe(422)
  expect(body).toMatch(/id="number-problem">Enter the card number/)
  expect(body).not.toMatch(/1111 1112|value="987"/)
})

function orderOn(page: string): string {
  return /name="order" value="([^"]+)"/.exec(page)![1]!
}

function cookieOf(answer: Awaited<ReturnType<FastifyInstance['inject']>>): string {
  return String(answer.headers['set-cookie']).split(';')[0]!
}
