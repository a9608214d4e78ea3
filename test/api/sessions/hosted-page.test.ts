import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { chargesOf } from '../three-ds/shopper.ts'
import { createSession, openBrowser, RETURN_URL, readSession } from './browser.ts'

// The hosted page as a browser without script sends its forms. What people see of it stands in test/browser.

const CARD = { method: 'card', number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123' }

let app: AdminApp

beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

async function open(changes: Record<string, unknown> = {}): Promise<string> {
  return (await createSession(app.merchant, changes)).body.id
}

async function visit(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.baseUrl}/hosted-payment-page/${path}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'en-US', ...headers },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const html = await answer.text()
  return { status: answer.status, headers: answer.headers, location: answer.headers.get('location'), html }
}

it('the same form sent eight times at one instant charges once and leads every time to return_url', async () => {
  const id = await open({ metadata: { ...NOT_ENROLLED, simulate_delay_ms: 2000 } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => visit(`${id}/pay`, CARD)))
  expect(answers.map(({ status, location }) => [status, location])).toEqual(answers.map(() => [303, RETURN_URL]))
  const { transactions } = await readSession(app.merchant, id)
  expect(transactions).toHaveLength(1)
  expect(await chargesOf(app.merchant, transactions[0])).toHaveLength(1)
})

it.each(['١٢٣', '１２３', '\u202a123\u202c', ' 12-3 '])('the security code %j pays, as 123 does', async (cvc) => {
  const id = await open({ metadata: NOT_ENROLLED })
  const number = '４１１１ ١١١١ 1111-1111'
  expect((await visit(`${id}/pay`, { ...CARD, number, expiry: '١٢/３９', cvc })).location).toBe(RETURN_URL)
})

it('a security code with a letter is refused, and records nothing', async () => {
  const id = await open()
  expect((await visit(`${id}/pay`, { ...CARD, cvc: '12a3' })).html).toContain('id="cvc-problem">')
  expect((await readSession(app.merchant, id)).transactions).toEqual([])
})

it('a slash at the end of its address leads to the page', async () => {
  const id = await open()
  const { status, location } = await visit(`${id}/?locale=ro-RO`)
  expect([status, location]).toEqual([303, `/hosted-payment-page/${id}?locale=ro-RO`])
})

it('once it is paid a session says so, however often something is sent', async () => {
  const session = await openBrowser(app.baseUrl, app.merchant)
  expect((await visit(`${session.id}/pay`, CARD)).location).toBe(RETURN_URL)
  for (let submit = 1; submit <= 11; submit += 1) {
    expect((await session.pay()).body.code).toBe('session_completed')
  }
  const { location } = await visit(`${session.id}/pay`, CARD)
  expect(location).toContain(`/hosted-payment-page/${session.id}`)
  const receipt = (await visit(session.id)).html
  const shown = ['data-status="APPROVED"', 'data-field="test-mode"', 'Two bags of beans', / at \d+:\d\d:\d\d [AP]M UTC/]
  for (const part of shown) expect(receipt).toMatch(part)
})

it('the eleventh form of a session is a 429 with Retry-After, and a page that says so', async () => {
  const id = await open({ metadata: { ...NOT_ENROLLED, response_code: 'RISK_FAILED_FRAUD' } })
  for (let submit = 1; submit <= 10; submit += 1) expect((await visit(`${id}/pay`, CARD)).status).toBe(303)
  const { status, headers, html } = await visit(`${id}/pay`, CARD)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(html).toContain('data-action="return"')
})

it('a form for a terminal that was switched off meanwhile leads to the page that says so, and records nothing', async () => {
  const id = await open()
  const terminal = `/admin/terminals/${app.merchant.terminalId}`
  await app.operator('PATCH', terminal, { status: 'INACTIVE' })
  const { status, location } = await visit(`${id}/pay`, CARD)
  const { html } = await visit(id)
  await app.operator('PATCH', terminal, { status: 'ACTIVE' })
  expect([status, location]).toEqual([303, expect.stringContaining(`/hosted-payment-page/${id}`)])
  expect(html).toContain('data-action="return"')
  expect(html).not.toContain('data-method')
  expect((await readSession(app.merchant, id)).transactions).toEqual([])
})

it.each(['pay', 'cancel'])('a cross-site form to %s only shows the page', async (act) => {
  const id = await open()
  for (const site of ['cross-site', 'same-site']) {
    const { status, location } = await visit(`${id}/${act}`, { ...CARD, locale: 'sv-SE' }, { 'sec-fetch-site': site })
    expect([status, location]).toEqual([303, `${app.baseUrl}/hosted-payment-page/${id}?locale=sv-SE`])
  }
  expect(await readSession(app.merchant, id)).toMatchObject({ status: 'CREATED', transactions: [] })
})

it('what a merchant says of an order is text on the page, never markup', async () => {
  const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
  const person = { first_name: markup, last_name: markup, email: markup }
  const id = await open({ description: markup, reference: `<b id=${Date.now()}>`, customer: person, metadata: {} })
  const pages = [await visit(id), await visit(`${id}/pay`, { method: 'voucher-redirect-psc', firstName: markup })]
  for (const { html } of pages) expect(html).not.toMatch(/<script>|<img|<b id/)
  expect(pages[0]!.html).toContain('&lt;script&gt;')
})

it('a page on the way to the provider, and that of an unknown try, speak the shopper’s language', async () => {
  const simulate_form_submit = JSON.stringify({ url: 'https://bank.example/form', data: { a: 'b' } })
  const id = await open({ metadata: { ...NOT_ENROLLED, simulate_form_submit } })
  const passage = await visit(`${id}/pay`, { ...CARD, locale: 'ro-RO' })
  expect(passage.html).toContain('<html lang="ro-RO">')
  expect(passage.html).toMatch(/data-field="purchase">[^<]+ · <strong translate="no">12,50\sEUR</)
  expect(passage.html).toContain('action="https://bank.example/form"')
  const unknown = await visit(`${id}/tries/trx_nobodys`, undefined, { 'accept-language': 'sv-SE,sv;q=0.9' })
  expect([unknown.status, unknown.html.includes('<html lang="sv-SE">')]).toEqual([404, true])
})

describe('the methods on the page', () => {
  const FOREIGN = [
    'UPI',
    'voucher-redirect-blt',
    'voucher-redirect-dna',
    'voucher-redirect-khp',
    'voucher-redirect-spi',
  ]

  const asVoucher = (code: string) => `voucher-redirect-${code}`
  const methodsOf = (html: string) => [...html.matchAll(/data-method="([^"]+)"/g)].map(([, method]) => method!)
  const offeredTo = async (changes: Record<string, unknown>) => methodsOf((await visit(await open(changes))).html)

  it.each([
    ['EUR', 'NL', ['idl', 'kla', 'mbp'].map(asVoucher), ['bct', 'blk', 'swi', 'twt'].map(asVoucher)],
    ['EUR', 'BE', ['bct', 'kla', 'mbp'].map(asVoucher), ['idl', 'blk', 'swi', 'twt'].map(asVoucher)],
    ['PLN', 'PL', ['blk', 'kla'].map(asVoucher), ['idl', 'bct', 'swi', 'twt', 'mbp'].map(asVoucher)],
    ['SEK', 'SE', ['swi', 'kla'].map(asVoucher), ['idl', 'bct', 'blk', 'twt', 'mbp'].map(asVoucher)],
    ['CHF', 'CH', ['twt', 'kla'].map(asVoucher), ['idl', 'bct', 'blk', 'swi', 'mbp'].map(asVoucher)],
    ['DKK', 'DK', ['mbp', 'kla'].map(asVoucher), ['idl', 'bct', 'blk', 'swi', 'twt'].map(asVoucher)],
    ['EUR', undefined, ['OPEN_BANKING', 'voucher-redirect-psc', 'voucher-redirect-npy'], FOREIGN],
    ['EUR', 'DE', ['voucher-redirect-gir', 'voucher-redirect-psc'], [...FOREIGN, 'voucher-redirect-npy']],
    ['INR', 'IN', ['UPI', 'QR_CODE', 'voucher-redirect-psc'], ['voucher-redirect-gir', ...FOREIGN.slice(1)]],
    ['BRL', 'BR', ['voucher-redirect-blt', 'BANK_TRANSFER'], ['UPI', 'voucher-redirect-npy']],
  ])('in %s from %s are those of the currency and country', async (currency, country, present, absent) => {
    const methods = await offeredTo({ currency, country })
    expect(methods).toEqual(expect.arrayContaining([...present, 'card', 'walleta-pay-redirect']))
    expect(methods.filter((method) => absent.includes(method))).toEqual([])
    expect(new Set(methods).size).toBe(methods.length)
  })

  it('begin with cards and wallets, and go on with those of the shopper’s country', async () => {
    const methods = await offeredTo({ currency: 'PLN', customer: { country: 'PL' } })
    expect(methods.slice(0, 3)).toEqual(['card', 'walleta-pay-redirect', 'walletb-pay-redirect'])
    expect(methods.slice(3, 5).every((method) => VOUCHER_METHODS.some((voucher) => voucher === method))).toBe(true)
  })

  it('are all that a terminal lists, also in a foreign currency', async () => {
    const terminal_id = await terminalFor(['card', 'UPI', 'voucher-redirect-blt'])
    expect(await offeredTo({ terminal_id })).toEqual(['card', 'UPI', 'voucher-redirect-blt'])
  })

  it('are no limit: a form with another method pays, and mistakes in it are shown with that method first', async () => {
    const id = await open({ metadata: {} })
    const mistaken = await visit(`${id}/pay`, { method: 'UPI' })
    expect([mistaken.status, methodsOf(mistaken.html)[0]]).toEqual([422, 'UPI'])
    const { status, location } = await visit(`${id}/pay`, { method: 'UPI', country: 'IN' })
    expect([status, location]).toEqual([303, expect.stringContaining('/simulators/')])
  })

  it('all of them, with icons, styles and script, weigh at most 60 kB', async () => {
    const { html } = await visit(await open({ terminal_id: await terminalFor(PAYMENT_METHODS) }))
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => fetch(app.baseUrl + path))
    const texts = await Promise.all((await Promise.all(files)).map((answer) => answer.text()))
    const bytes = [html, ...texts].reduce((sum, text) => sum + gzipSync(text).length, 0)
    expect(methodsOf(html)).toHaveLength(40)
    expect(texts.length).toBeGreaterThanOrEqual(3)
    expect(bytes).toBeLessThan(60_000)
  })

  async function terminalFor(payment_methods: readonly string[]): Promise<string> {
    const path = `/admin/merchants/${app.merchant.merchantId}/terminals`
    return (await app.operator('POST', path, { name: 'Listed', payment_methods })).body.terminal_id
  }
})

describe('a 404 leads back', () => {
  const linkIn = (html: string) => /<a [^>]*href="([^"]*)" data-action="return">([^<]*)</.exec(html)?.slice(1)

  it('to the shop by its name, where only the payment is unknown', async () => {
    const { status, html } = await visit(`${await open()}/tries/trx_unknown`)
    expect(status).toBe(404)
    expect(linkIn(html)).toEqual([RETURN_URL, 'Back to Larkspur Coffee'])
  })

  it.each([
    ['https://shop.example/cart?id=1', ['https://shop.example/', 'Back to shop.example']],
    ['http://localhost:8000/', ['http://localhost:8000/', 'Back to localhost']],
    ['javascript:alert(1)', undefined],
    ['no address', undefined],
  ])('to the site it came from, %s', async (referer, link) => {
    const { status, html } = await visit('ses_unknown', undefined, { referer })
    expect([status, linkIn(html)]).toEqual([404, link])
  })

  it('but not to a page of the gateway', async () => {
    expect(linkIn((await visit('ses_unknown', undefined, { referer: `${app.baseUrl}/pay/x` })).html)).toBeUndefined()
  })
})

describe('every page', () => {
  it.each([
    ['of an open session', 200, async () => visit(await open())],
    ['with mistakes', 422, async () => visit(`${await open()}/pay`, { method: 'card' })],
    ['of an unknown session', 404, async () => visit('ses_nobodys')],
    ['of an expired session', 410, async () => visit(await expired())],
    ['of a finished session', 200, async () => visit(await paid())],
  ])('%s answers %i, runs only its own scripts, may not be framed and is not cached', async (_, status, page) => {
    const { headers, html, ...answer } = await page()
    const nonce = /script-src 'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
    expect(answer.status).toBe(status)
    expect(nonce).toHaveLength(24)
    expect(html).toContain(`nonce="${nonce}"`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

async function expired(): Promise<string> {
  const id = await open()
  await app.gateway.sql`update sessions set expires_at = now() where session_id = ${id}`
  return id
}

async function paid(): Promise<string> {
  const id = await open()
  await visit(`${id}/pay`, CARD)
  return id
}
