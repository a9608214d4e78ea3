import { afterAll, beforeAll, expect, it } from 'vitest'
import { amountsMeant } from '#domain/currency.ts'
import { modulesOf, readQrCode } from '#test/qr-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newCustomer, saveCard } from '../saved-cards/saved-card-support.ts'
import { browserOf, readSession } from '../sessions/browser.ts'
import { CARD, changeLink, createLink, openHostedPage, payLink, readLink, visit } from './links.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const CUSTOMER = {
  ...{ first_name: 'Ana', last_name: 'Pop', country: 'RO', email: 'ana@example.com' },
  ...{ phone: '+40711222333', address: 'Strada Lunga 7', city: 'Brasov', postal_code: '500000' },
}
const PRIVATE = ['ana@example.com', '+40711222333', 'Strada Lunga', 'Brasov', '500000']

it('reading the page opens nothing; previews name merchant and price, never the customer', async () => {
  const link = await createLink(app.merchant, { customer: CUSTOMER })
  const pages = await Promise.all(Array.from({ length: 20 }, () => visit(link.url)))
  await fetch(link.url, { method: 'HEAD' })
  expect(await readLink(app.merchant, link.id)).toEqual(link)
  const { html, headers } = pages[0]!
  expect(html).toContain('<meta name="robots" content="noindex">')
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
  expect(description).toContain('€49.00')
  expect(description).not.toContain('Ana')
  expect(html).toContain('Ana Pop, Romania')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('set-cookie')).toBeNull()
  const hosted = await visit(await openHostedPage(link.url))
  for (const text of PRIVATE) expect(html + hosted.html).not.toContain(text)
})

it('an unknown link is a 404, as a page and as a QR code', async () => {
  for (const path of ['lnk_unknownunknownunknownunkno0', 'lnk_unknownunknownunknownunkno0/qr.svg', 'x']) {
    expect((await visit(`${app.baseUrl}/pay/${path}`)).status).toBe(404)
  }
  expect((await visit(`${app.baseUrl}/pay/x`, {})).status).toBe(404)
})

it('the QR code is an SVG of the URL that may be cached', async () => {
  const { qr_url, url } = await createLink(app.merchant)
  const { status, headers, html } = await visit(qr_url)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(headers.get('cache-control')).toContain('max-age')
  expect(html).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(readQrCode(modulesOf(html))).toBe(url)
})

it.each(['', 'abc', '0.99', '500.01', '12.345', '-5', '1,234', '4111 1111 1111 1111'])(
  'the free amount “%s” is named on the page, and nothing begins',
  async (amount) => {
    const link = await createLink(app.merchant, { amount: null, amount_min: 100, amount_max: 50000 })
    const { status, html } = await visit(link.url, { amount })
    expect(status).toBe(422)
    expect(html).toContain('Enter an amount from €1.00 to €500.00.')
    expect(html).toContain('data-field="link-amount"')
    expect(html).not.toContain('4111')
    expect((await readLink(app.merchant, link.id)).opened_at).toBeNull()
  },
)

it.each(['４０', '٤٠', '\u200f40\u200f', ',50', '40.'])(
  'the page reads the amount %j as the domain does',
  async (amount) => {
    const { url, id } = await createLink(app.merchant, { amount: null, amount_min: 1, amount_max: 50000 })
    const [meant] = amountsMeant(amount, 'EUR')
    const { status } = await visit(url, { amount })
    expect(status).toBe(meant === undefined ? 422 : 303)
    const { session_ids } = await readLink(app.merchant, id)
    const amounts = session_ids.map(async (session: string) => (await readSession(app.merchant, session)).amount)
    expect(await Promise.all(amounts)).toEqual(meant === undefined ? [] : [meant])
  },
)

it.each([
  ['1.250', 'KWD', 'en-US', ['KWD\u00a01.250', 'KWD\u00a01,250.000'], [1250n, 1_250_000n]],
  ['1.000', 'EUR', 'de-DE', ['1,00\u00a0€', '1.000,00\u00a0€'], [100n, 100_000n]],
] as const)(
  'the free amount %s %s shows both readings in %s, and pays the chosen one',
  async (amount, currency, locale, shown, meant) => {
    const link = { amount: null, amount_min: 1, amount_max: 9_000_000, currency, locale, max_payments: null }
    const { url, id } = await createLink(app.merchant, link)
    const { status, html } = await visit(url, { amount, reading: '77' })
    expect(status).toBe(422)
    const labels = [...html.matchAll(/name="reading" value="(\d+)">\s*<span>([^<]*)</g)]
    expect(labels.map(([, value, label]) => [BigInt(value!), label])).toEqual(meant.map((each, i) => [each, shown[i]]))
    for (const each of meant) expect((await visit(url, { amount, reading: String(each) })).status).toBe(303)
    const { session_ids } = await readLink(app.merchant, id)
    const amounts = session_ids.map(async (session: string) => (await readSession(app.merchant, session)).amount)
    expect((await Promise.all(amounts)).sort()).toEqual([...meant].sort())
  },
)

it('a free amount is paid as entered, and a fixed one ignores what is sent', async () => {
  const free = await createLink(app.merchant, { amount: null, amount_min: 100, amount_max: 50000 })
  await payLink(free.url, { amount: '12.50' })
  expect(await readLink(app.merchant, free.id)).toMatchObject({ status: 'COMPLETED', collected_amount: 1250n })
  const fixed = await createLink(app.merchant)
  await payLink(fixed.url, { amount: '0.01' })
  expect((await readLink(app.merchant, fixed.id)).collected_amount).toBe(4900n)
})

it('the fields of a session of a link show no customer', async () => {
  const link = await createLink(app.merchant, { customer: { email: 'ada@shop.example', first_name: 'Ada' } })
  const page = await openHostedPage(link.url)
  const { frameConfig } = await browserOf(app.baseUrl, app.merchant, page.split('/').at(-1)!).open()
  expect(frameConfig.session).toMatchObject({ customer: {}, methods: expect.arrayContaining(['card']) })
  expect(JSON.stringify(frameConfig)).not.toMatch(/ada@|Ada/)
})

it('a form from another origin opens a session, too', async () => {
  const link = await createLink(app.merchant)
  const { status, headers } = await visit(link.url, {}, { origin: 'https://x.example', 'sec-fetch-site': 'cross-site' })
  expect([status, headers.get('set-cookie')]).toEqual([303, null])
})

it('speaks the language of the link, of the query and of the browser', async () => {
  const link = await createLink(app.merchant, { locale: 'ro' })
  expect((await visit(link.url)).html).toContain('lang="ro-RO"')
  expect((await visit(`${link.url}?locale=sv-SE`)).html).toContain('lang="sv-SE"')
  const other = await createLink(app.merchant)
  await changeLink(app.merchant, other.id, { status: 'DISABLED' })
  const { status, html } = await visit(other.url, undefined, { 'accept-language': 'bs' })
  expect([status, html.includes('Ovaj link nije aktivan')]).toEqual([410, true])
})

it('an unknown link is a 404 that leads back to the site it came from', async () => {
  const { status, html } = await visit(`${app.baseUrl}/pay/lnk_unknown`, undefined, {
    referer: 'https://shop.example/',
  })
  expect([status, html.includes('href="https://shop.example/" data-action="return"')]).toEqual([404, true])
})

it('payment_methods narrows the hosted page, and stored cards are never offered', async () => {
  const customer = await newCustomer(app.merchant)
  await saveCard(app.merchant, { customer: { id: customer } })
  const link = await createLink(app.merchant, { customer: { id: customer }, payment_methods: ['card', 'UPI'] })
  const { html } = await visit(await openHostedPage(link.url))
  expect([...html.matchAll(/data-method="([^"]*)"/g)].map(([, method]) => method)).toEqual(['card', 'UPI'])
})

const DECLINES = { response_code: 'RISK_FAILED_FRAUD', simulated_flow: 'VERSIONING_NOT_ENROLLED' }

it('after thirty declines from one address it gets a 429 with Retry-After', { tags: ['full'] }, async () => {
  const link = await createLink(app.merchant, { metadata: DECLINES })
  for (let payment = 1; payment <= 30; payment += 1) await payLink(link.url)
  const { status, headers } = await visit(link.url, {})
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

it('of a burst from one address thirty payments are recorded, and the others get a 429', async () => {
  const link = await createLink(app.merchant, { max_payments: null, metadata: DECLINES })
  const pages = await Promise.all(Array.from({ length: 36 }, () => openHostedPage(link.url)))
  const answers = await Promise.all(pages.map((page) => visit(`${page}/pay`, CARD)))
  const turnedAway = answers.filter(({ status }) => status === 429)
  expect(turnedAway).toHaveLength(6)
  for (const { headers } of turnedAway) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const { body } = await app.merchant.call('GET', `/api/transactions/count?payment_link_id=${link.id}`)
  expect(Number(body.count)).toBe(30)
})

it('payments that end otherwise give their places back', async () => {
  const link = await createLink(app.merchant, { max_payments: null })
  const pages = await Promise.all(Array.from({ length: 32 }, () => openHostedPage(link.url)))
  const [first, second] = [pages.slice(0, 16), pages.slice(16)]
  for (const part of [first, second]) await Promise.all(part.map((page) => visit(`${page}/pay`, CARD)))
  expect((await readLink(app.merchant, link.id)).payments).toBe(32)
})

it('a link for several payments has at most a thousand open sessions, then a page with Retry-After', async () => {
  const link = await createLink(app.merchant, { max_payments: null })
  const page = await openHostedPage(link.url)
  await app.database.sql`
    insert into sessions
    select (jsonb_populate_record(one, jsonb_build_object(
      'session_id', 'ses_' || ${link.id}::text || number, 'subscriber', number::text))).*
    from sessions one cross join generate_series(1, 998) number where one.payment_link_id = ${link.id}`
  const answers = await Promise.all([1, 2, 3].map(() => visit(link.url, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 429, 429])
  const [crowded] = answers.filter(({ status }) => status === 429)
  expect(crowded!.html).toContain('Many shoppers are paying now')
  expect(crowded!.headers.get('retry-after')).toBe('60')
  await visit(`${page}/pay`, CARD)
  expect((await visit(link.url, {})).status).toBe(303)
})
