import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { readSession } from '../sessions/browser.ts'
import { CARD, changeLink, createLink, openHostedPage, payLink, readLink, visit } from './links.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const TEST_CLOCK = '/api/test-clock'
const DECLINED = { response_code: 'RISK_FAILED_FRAUD', simulated_flow: 'VERSIONING_NOT_ENROLLED' }

async function paymentsOf(linkId: string) {
  return (await app.merchant.call('GET', `/api/transactions?limit=100&payment_link_id=${linkId}`)).body.items
}

it('a payment completes the link; record, session, event and CSV have its ID', async () => {
  const link = await createLink(app.merchant)
  const { location } = await payLink(link.url)
  const done = await readLink(app.merchant, link.id)
  expect(done).toMatchObject({ status: 'COMPLETED', payments: 1, collected_amount: 4900n })
  expect(Date.parse(done.completed_at)).toBeGreaterThanOrEqual(Date.parse(done.opened_at))
  const [payment, ...others] = await paymentsOf(link.id)
  expect([payment, others]).toMatchObject([
    { id: done.last_transaction_id, status: 'APPROVED', reference: link.reference, payment_link_id: link.id },
    [],
  ])
  expect((await readSession(app.merchant, done.session_ids[0])).payment_link_id).toBe(link.id)
  const { items } = (await app.merchant.call('GET', `/api/events?transaction_id=${payment.id}`)).body
  const processed = items.find(({ event }: { event: string }) => event === 'transaction.processed')
  expect(processed?.payload.payment_link_id).toBe(link.id)
  const csv = (await app.merchant.call('GET', `/api/transactions.csv?payment_link_id=${link.id}`)).text
  expect(csv.split('\r\n')[0]).toMatch(/,payment_link_id$/)
  expect(csv).toContain(link.id)
  const receipt = await visit(location)
  expect([receipt.status, receipt.html.includes('data-status="COMPLETED"')]).toEqual([200, true])
  const year = String(new Date().getUTCFullYear())
  const shown = ['€49.00', link.reference, 'Pottery workshop', 'data-field="test-mode"', `${year} at `, ' UTC']
  for (const text of shown) expect(receipt.html).toContain(text)
  expect(receipt.html).not.toContain('data-action="link-pay"')
})

it('a card sent to the link’s page twice concurrently is one payment; to one for several payments it is none', async () => {
  const link = await createLink(app.merchant)
  const answers = await Promise.all([visit(link.url, CARD), visit(link.url, CARD)])
  expect(answers.map(({ status }) => status)).not.toContain(500)
  await expect.poll(async () => (await readLink(app.merchant, link.id)).status).toBe('COMPLETED')
  expect(await paymentsOf(link.id)).toHaveLength(1)
  const several = await createLink(app.merchant, { max_payments: null })
  const { status, location } = await visit(several.url, CARD)
  expect([status, location]).toEqual([303, expect.stringContaining('/hosted-payment-page/')])
  expect(await paymentsOf(several.id)).toEqual([])
})

it('another site’s form pays nothing: it leads to the hosted page', async () => {
  const link = await createLink(app.merchant)
  const { location } = await visit(link.url, CARD, { 'sec-fetch-site': 'cross-site' })
  expect(location).toContain('/hosted-payment-page/')
  expect(await paymentsOf(link.id)).toEqual([])
})

it('a slash at the end of its address leads to the page of the link', async () => {
  const { id, url } = await createLink(app.merchant)
  expect(await visit(`${url}/`)).toMatchObject({ status: 303, location: `/pay/${id}` })
})

it('payment_link.completed has the link as GET shows it, once', async () => {
  const link = await createLink(app.merchant)
  await payLink(link.url)
  const { items } = (await app.merchant.call('GET', '/api/events?event=payment_link.completed&limit=100')).body
  const ours = items.filter(({ payload }: { payload: { id: string } }) => payload.id === link.id)
  expect(ours).toHaveLength(1)
  expect(ours[0].payload).toEqual(await readLink(app.merchant, link.id))
})

it('fifty shoppers of a link for one payment share one session, and one is approved', async () => {
  const link = await createLink(app.merchant)
  const pages = await Promise.all(Array.from({ length: 50 }, () => openHostedPage(link.url)))
  expect(new Set(pages).size).toBe(1)
  await Promise.all(pages.slice(0, 10).map((page) => visit(`${page}/pay`, CARD)))
  const payments = await paymentsOf(link.id)
  expect(payments.filter(({ status }: { status: string }) => status === 'APPROVED')).toHaveLength(1)
  expect(await readLink(app.merchant, link.id)).toMatchObject({ status: 'COMPLETED', payments: 1 })
})

it('of fifty shoppers of a link for three payments exactly three pay', async () => {
  const link = await createLink(app.merchant, { max_payments: 3 })
  const pages = await Promise.all(Array.from({ length: 50 }, () => openHostedPage(link.url)))
  await Promise.all(pages.map((page) => visit(`${page}/pay`, CARD)))
  const approved = (await paymentsOf(link.id)).filter(({ status }: { status: string }) => status === 'APPROVED')
  expect(approved).toHaveLength(3)
  expect(await readLink(app.merchant, link.id)).toMatchObject({
    ...{ status: 'COMPLETED', payments: 3, collected_amount: 14700n },
  })
})

it('a declined payment gives its place back; the next one is a payment of the same order', async () => {
  const link = await createLink(app.merchant, { metadata: DECLINED })
  await payLink(link.url)
  await payLink(link.url)
  const payments = await paymentsOf(link.id)
  expect(payments.map(({ status }: { status: string }) => status)).toEqual(['DECLINED', 'DECLINED'])
  expect(new Set(payments.map(({ order_id }: { order_id: string }) => order_id)).size).toBe(1)
  expect(await readLink(app.merchant, link.id)).toMatchObject({ status: 'ACTIVE', payments: 0 })
})

it('a canceled session is followed by another one with the same reference', async () => {
  const link = await createLink(app.merchant)
  const page = await openHostedPage(link.url)
  const { location } = await visit(`${page}/cancel`, {})
  expect(location).toContain(link.url)
  await payLink(link.url)
  const payments = await paymentsOf(link.id)
  expect(payments.map(({ status, reference }: Record<string, string>) => [status, reference])).toEqual([
    ['APPROVED', link.reference],
    ['CANCELED', link.reference],
  ])
})

it('payments of a reusable link have numbered references, and one that is used elsewhere is skipped', async () => {
  const reference = newReference()
  await app.merchant.authorize({ reference: `${reference}-2` })
  const link = await createLink(app.merchant, { reference, max_payments: null })
  for (let payment = 1; payment <= 2; payment += 1) await payLink(link.url)
  const payments = await paymentsOf(link.id)
  expect(payments.map((payment: { reference: string }) => payment.reference).sort()).toEqual([
    `${reference}-1`,
    `${reference}-3`,
  ])
  expect(await readLink(app.merchant, link.id)).toMatchObject({ status: 'ACTIVE', payments: 2 })
})

it('while a shopper is at the bank, others see that a payment is in progress', async () => {
  const link = await createLink(app.merchant, { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } })
  await payLink(link.url)
  for (const answer of [await visit(link.url), await visit(link.url, {})]) {
    expect([answer.status, answer.html.includes('data-status="PENDING"')]).toEqual([200, true])
    expect(answer.html).not.toContain('data-action="link-pay"')
  }
  expect((await readLink(app.merchant, link.id)).session_ids).toHaveLength(1)
})

it('a link that is disabled while a payment waits for its shopper keeps that payment', async () => {
  const link = await createLink(app.merchant, { metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } })
  await payLink(link.url)
  const [{ id }] = await paymentsOf(link.id)
  await changeLink(app.merchant, link.id, { status: 'DISABLED' })
  const [session] = (await readLink(app.merchant, link.id)).session_ids
  const form = { ...CARD, knownPayment: id }
  await visit(`${app.baseUrl}/hosted-payment-page/${session}/pay`, form)
  expect(await paymentsOf(link.id)).toMatchObject([{ id, status: 'PENDING' }])
})

it('a disabled link begins no payment, in an open session neither, until it is enabled', async () => {
  const link = await createLink(app.merchant)
  const page = await openHostedPage(link.url)
  await changeLink(app.merchant, link.id, { status: 'DISABLED' })
  await visit(`${page}/pay`, CARD)
  expect(await paymentsOf(link.id)).toEqual([])
  expect((await visit(link.url)).status).toBe(410)
  expect((await visit(link.url, {})).status).toBe(410)
  expect((await visit(page)).location).toContain(link.url)
  await changeLink(app.merchant, link.id, { status: 'ACTIVE' })
  await visit(`${page}/pay`, CARD)
  expect((await readLink(app.merchant, link.id)).status).toBe('COMPLETED')
})

it('expires by the test clock with its message and one event; an open session may finish', async () => {
  const merchant = await app.newMerchant()
  const expires_at = new Date(Date.now() + 600_000).toISOString()
  const link = await createLink(merchant, { expires_at, message: 'The workshop was yesterday.' })
  const page = await openHostedPage(link.url)
  await merchant.call('POST', TEST_CLOCK, { body: { advance_seconds: 601 } })
  for (const answer of [await visit(link.url), await visit(link.url, {})]) {
    expect(answer.status).toBe(410)
    expect(answer.html).toContain('The workshop was yesterday.')
  }
  const expired = await readLink(merchant, link.id)
  expect(expired.status).toBe('EXPIRED')
  const eventsOf = async () => (await merchant.call('GET', '/api/events?event=payment_link.expired')).body.items
  await expect.poll(eventsOf).toHaveLength(1)
  expect((await eventsOf())[0].payload).toEqual(expired)
  await visit(`${page}/pay`, CARD)
  expect((await readLink(merchant, link.id)).status).toBe('COMPLETED')
})

it('a session has ten submits, and the next session of the link is a new one', async () => {
  const link = await createLink(app.merchant, { metadata: DECLINED })
  const page = await openHostedPage(link.url)
  for (let submit = 1; submit <= 10; submit += 1) await visit(`${page}/pay`, CARD)
  expect((await visit(`${page}/pay`, CARD)).status).toBe(429)
  expect(await openHostedPage(link.url)).not.toBe(page)
})
