import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/time-zone.ts'
import { awayFromMidnight } from '#test/midnight.ts'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { comeBack, openRedirect, press, voucher } from '../redirects/shopper.ts'
import { saveCard } from '../saved-cards/saved-card-support.ts'
import { toChallenge } from '../three-ds/shopper.ts'

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor

beforeAll(async () => {
  app = await useGateway()
  await awayFromMidnight(60)
  merchant = await app.newMerchant()
  owner = await newVisitor(app, 'owner', merchant.merchantId)
  await merchant.authorize({ amount: 1250 })
  await merchant.authorize({ amount: 900, currency: 'JPY' })
  const response_code = 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS'
  await merchant.authorize({ amount: 4000, metadata: { ...NOT_ENROLLED, response_code } })
})
afterAll(() => app.close())

it('balances stand by currency as the API has them, with each of the last thirty days', async () => {
  const { text } = await owner.get('/dashboard/balances')
  expect(attributesOf(text, 'data-currency')).toEqual(['EUR', 'JPY'])
  expect(fieldsOf(text, 'pending')).toEqual(['€12.50', '¥900'])
  expect(attributesOf(text, 'data-chart')).toEqual(['net-EUR', 'net-JPY'])
  const tips = attributesOf(text, 'data-tip')
  expect(tips.map((tip) => tip.replace(/^.*: /, ''))).toEqual([
    ...Array(29).fill('In –, Out –'),
    'In €12.50, Out –',
    ...Array(29).fill('In –, Out –'),
    'In ¥900, Out –',
  ])
})

it('settlement days lead to the report that the API gives', async () => {
  const { text } = await owner.get('/dashboard/settlements')
  expect(fieldsOf(text, 'net')).toEqual(expect.arrayContaining(['€12.50', '¥900']))
  const [day] = /\/dashboard\/settlements\/[\d-]+\.csv/.exec(text) ?? []
  const report = await owner.get(day!)
  const { text: expected } = await merchant.call('GET', day!.replace('/dashboard', '/api'))
  expect(report.text).toBe(expected)
  expect(
    attributesOf((await owner.get('/dashboard/settlements?from=2020-01-01&to=2020-01-02')).text, 'data-state'),
  ).toContain('no-match')
})

it('analytics count as the API does, with a way to the payments behind a code', async () => {
  const counted = async () => (await merchant.call('GET', '/api/analytics/payments')).body.totals.payments
  await expect.poll(counted, { timeout: 60_000 }).toBe(3)
  const { text } = await owner.get('/dashboard/analytics?by=currency')
  expect([fieldsOf(text, 'payments')[0], fieldsOf(text, 'approval-rate')[0]]).toEqual(['3', '66.7%'])
  expect(fieldsOf(text, 'approved-JPY')).toEqual(['¥900'])
  const link = /href="(\/dashboard\/transactions\?status=DECLINED[^"]*)"/.exec(text)?.[1] ?? ''
  expect(attributesOf((await owner.get(link.replaceAll('&amp;', '&'))).text, 'data-id')).toHaveLength(1)
  expect(fieldsOf(text, 'words')).toEqual(['Insufficient funds'])
  const { name } = (await merchant.call('GET', `/api/terminals/${merchant.terminalId}`)).body
  const byTerminal = (await owner.get('/dashboard/analytics?by=terminal')).text
  expect([byTerminal.includes('By terminal'), fieldsOf(byTerminal, 'value')[0]]).toEqual([true, name])
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  expect(fieldsOf((await viewer.get('/dashboard/analytics')).text, 'approved-JPY')).toEqual([])
})

/** Reads the text of each column of a chart, and counts the payments that its link lists. */
async function columnsOf(text: string): Promise<{ tip: string; listed: number }[]> {
  const [, drawing = ''] = /data-chart="outcomes"([\s\S]*?)<\/svg>/.exec(text) ?? []
  const links = [...drawing.matchAll(/<a href="([^"]+)"[^>]*data-tip="([^"]+)"/g)]
  const shown = links.filter(
    ([, , tip], index) => index === 0 || !tip!.endsWith('Approved 0, Declined 0, Not completed 0'),
  )
  return Promise.all(
    shown.map(async ([, href, tip]) => {
      const list = await owner.get(href!.replaceAll('&amp;', '&'))
      return { tip: tip!, listed: attributesOf(list.text, 'data-id').length }
    }),
  )
}

it.each(['day', 'hour'])(
  'each %s of a chart is there, and leads to exactly the payments it counts',
  async (interval) => {
    const counted = async () => (await merchant.call('GET', '/api/analytics/payments')).body.totals.payments
    await expect.poll(counted, { timeout: 60_000 }).toBe(3)
    // One that has not ended is not counted.
    await toChallenge(merchant)
    const { text } = await owner.get(
      `/dashboard/analytics?interval=${interval}&from=${dayBefore(6)}&terminal=${merchant.terminalId}`,
    )
    const columns = attributesOf(text, 'data-tip').length / 2
    expect(columns).toBeGreaterThanOrEqual(interval === 'day' ? 7 : 6 * 24)
    const [first, ...busy] = await columnsOf(text)
    expect(first).toMatchObject({ tip: expect.stringContaining('Approved 0, Declined 0'), listed: 0 })
    expect(busy.reduce((sum, { listed }) => sum + listed, 0)).toBe(3)
    for (const { tip, listed } of busy) {
      const figures = [...tip.matchAll(/(?:Approved|Declined|Not completed) (\d+)/g)].map(([, figure]) =>
        Number(figure),
      )
      expect([tip, listed]).toEqual([tip, figures.reduce((sum, figure) => sum + figure, 0)])
    }
  },
)

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

it('a payment leads to those with the same card', async () => {
  const number = '4000020951595032'
  const [one, other] = [await merchant.authorize({}, { number }), await merchant.authorize({}, { number })]
  const page = (await owner.get(`/dashboard/transactions/${one.body.result.id}`)).text
  const [link = ''] = /\/dashboard\/transactions\?card=[^"]+/.exec(page) ?? []
  const listed = attributesOf((await owner.get(link.replaceAll('&amp;', '&'))).text, 'data-id')
  expect(listed.toSorted()).toEqual([one.body.result.id, other.body.result.id].toSorted())
  const hash = one.body.result.payment_method.hash
  const { items } = (await merchant.call('GET', `/api/transactions?card_hash=${hash}&counted=true`)).body
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(listed.toSorted())
})

it('home says how it goes and what is left to do', async () => {
  const { text } = await owner.get('/dashboard')
  expect(fieldsOf(text, 'steps-done')).toEqual(['3'])
  expect(attributesOf(text, 'data-done')).toEqual(['yes', 'yes', 'no', 'yes', 'no', 'no'])
})

it('home of the platform shows what is waiting, and merchants to select', async () => {
  const platform = await newVisitor(app, 'platform-support', null)
  const newest = await app.newMerchant()
  const { text } = await platform.get('/dashboard')
  expect(text).toContain('href="/dashboard/merchants"')
  expect(fieldsOf(text, 'worker-lag')).toEqual([expect.stringMatching(/^[\d,]+ s$/)])
  expect(attributesOf(text, 'data-id')).toContain(newest.merchantId)
})

it('home of the platform sums the payments of all merchants today, and their money for roles that see it', async () => {
  const [admin, support] = await Promise.all([
    newVisitor(app, 'platform-admin', null),
    newVisitor(app, 'platform-support', null),
  ])
  const today = async () => Number(fieldsOf((await admin.get('/dashboard')).text, 'today')[0]?.replace(',', ''))
  await expect.poll(today, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  const before = await today()
  await (await app.newMerchant()).authorize({})
  await expect.poll(today, { timeout: 60_000 }).toBeGreaterThan(before)
  const money = async (visitor: Visitor) => fieldsOf((await visitor.get('/dashboard')).text, 'approved-EUR')
  expect([await money(admin), await money(support)]).toEqual([[expect.stringMatching(/^€[\d,]+\.\d\d$/)], []])
})

it('analytics begin with the first payment, unless a day is chosen', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const rows = async (query: string) => {
    const { text } = await owner.get(`/dashboard/analytics${query}`)
    return /data-chart-table="outcomes".*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(text)?.[1]?.match(/<tr/g)?.length
  }
  await expect.poll(() => rows(''), { timeout: 60_000 }).toBe(1)
  expect(await rows(`?from=${addDays(today, -6)}`)).toBe(7)
})

it('analytics name payments in ways that have no brand', async () => {
  const own = await app.newMerchant()
  const visitor = await newVisitor(app, 'owner', own.merchantId)
  const { url } = await openRedirect(own, voucher('psc'))
  await comeBack(await press(url, 'APPROVED'))
  const brands = async () => fieldsOf((await visitor.get('/dashboard/analytics?by=brand')).text, 'value')
  await expect.poll(brands, { timeout: 60_000 }).toContain('Without a brand')
})

it('home shows the volume by day in a currency, the latest payments and why payments were declined', async () => {
  const counted = async () => (await merchant.call('GET', '/api/analytics/payments')).body.totals.declined
  await expect.poll(counted, { timeout: 60_000 }).toBeGreaterThan(0)
  const yen = (await owner.get('/dashboard?currency=JPY')).text
  expect([fieldsOf(yen, 'volume'), attributesOf(yen, 'data-chart')]).toEqual([['¥900'], ['volume']])
  const { items } = (await merchant.call('GET', '/api/transactions?limit=5')).body
  const [, latest = ''] = /data-list="latest"(.*?)<\/table>/s.exec(yen) ?? []
  expect(attributesOf(latest, 'data-id')).toEqual(items.map(({ id }: { id: string }) => id))
  const [, reasons = ''] = /data-list="reasons"(.*?)<\/table>/s.exec(yen) ?? []
  expect([fieldsOf(reasons, 'reason')[0], fieldsOf(reasons, 'declined')[0]]).toEqual(['Insufficient funds', '1'])
  const [, link = ''] = /href="([^"]*)"/.exec(reasons) ?? []
  expect(attributesOf((await owner.get(link.replaceAll('&amp;', '&'))).text, 'data-id')).toHaveLength(1)
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  const { text } = await viewer.get('/dashboard?currency=JPY')
  expect([attributesOf(text, 'data-chart'), fieldsOf(text, 'volume'), fieldsOf(text, 'week-JPY')]).toEqual([
    ['volume'],
    [],
    [],
  ])
})

it('home shows that a key retires, to roles that see keys', async () => {
  const merchant = await app.newMerchant()
  const [developer, seller] = await Promise.all([
    newVisitor(app, 'developer', merchant.merchantId),
    newVisitor(app, 'viewer', merchant.merchantId),
  ])
  const warns = async (visitor: Visitor) =>
    (await visitor.get('/dashboard')).text.includes('card encryption key expires soon')
  expect([await warns(developer), await warns(seller)]).toEqual([false, false])
  await developer.post('/dashboard/keys/rotate-encryption-key')
  expect([await warns(developer), await warns(seller)]).toEqual([true, false])
})

describe('customers', () => {
  it('are listed, and erased after entering the ID', async () => {
    const { id } = (
      await merchant.call('POST', '/api/customers', { body: { first_name: 'Ada', email: 'ada@shop.example' } })
    ).body
    const path = `/dashboard/customers/${id}`
    expect(attributesOf((await owner.get('/dashboard/customers')).text, 'data-id')).toEqual([id])
    expect(fieldsOf((await owner.get(path)).text, 'email')).toEqual(['ada@shop.example'])
    const slip = await owner.post(`${path}/erase`, { confirmation: 'cus_other' })
    expect([slip.status, attributesOf(slip.text, 'data-problem')]).toEqual([422, ['confirmation']])
    expect((await owner.post(`${path}/erase`, { confirmation: id })).status).toBe(303)
    expect((await owner.get(path)).status).toBe(404)
    const { items } = (await merchant.call('GET', '/api/audit-log?action=erasure.requested')).body
    expect(items).toMatchObject([{ changes: { by: 'customer_id' }, actor: owner.personId }])
  })

  it('have cards that get a new expiry', async () => {
    const customer = (await merchant.call('POST', '/api/customers', { body: {} })).body
    const token = await saveCard(merchant, { customer: { id: customer.id } })
    const path = `/dashboard/customers/${customer.id}`
    expect((await owner.get(path)).text).toContain(`href="${path}/cards/${token}" data-action="change-card"`)
    const form = { expiration_month: '8', expiration_year: '2001', holder_name: 'Ada 4111111111111111' }
    const wrong = await owner.post(`${path}/cards/${token}/change`, form)
    expect([wrong.status, attributesOf(wrong.text, 'data-problem')]).toEqual([422, ['holder_name']])
    const past = await owner.post(`${path}/cards/${token}/change`, { ...form, holder_name: 'Ada' })
    expect([past.status, attributesOf(past.text, 'data-problem')]).toEqual([422, ['expiration_year']])
    const year = String(new Date().getUTCFullYear() + 5)
    const right = { ...form, expiration_month: '٠٨', expiration_year: year, holder_name: 'Ada' }
    expect((await owner.post(`${path}/cards/${token}/change`, right)).status).toBe(303)
    const { text } = await owner.get(`${path}?done=changed`)
    expect(fieldsOf(text, 'expiry')).toEqual([`08/${year.slice(-2)}`])
    const { items } = (await merchant.call('GET', `/api/audit-log?subject=${token}`)).body
    expect(items).toMatchObject([{ action: 'payment-method.changed', actor: owner.personId }])
    const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
    expect((await viewer.get(path)).text).not.toContain('change-card')
    expect((await viewer.post(`${path}/cards/${token}/change`, right)).status).toBe(403)
    const other = (await merchant.call('POST', '/api/customers', { body: {} })).body
    expect((await owner.get(`/dashboard/customers/${other.id}/cards/${token}`)).status).toBe(404)
    expect((await owner.post(`/dashboard/customers/${other.id}/cards/${token}/remove`)).status).toBe(404)
    expect((await owner.get(`${path}/cards/${token}`)).status).toBe(200)
  })

  it('are erased, and their cards removed, in one commit with the entry of the audit log', async () => {
    const { id } = (await merchant.call('POST', '/api/customers', { body: {} })).body
    const [one, other] = [
      await saveCard(merchant, { customer: { id } }),
      await saveCard(merchant, { customer: { id } }),
    ]
    await owner.post(`/dashboard/customers/${id}/cards/${one}/remove`)
    await owner.post(`/dashboard/customers/${id}/erase`, { confirmation: id })
    for (const [action, token] of [
      ['payment-method.removed', one],
      ['erasure.requested', other],
    ] as const) {
      const rows = await app.database.sql`
        with entry as (
          select xmin::text, audit_id from audit_log where merchant_id = ${merchant.merchantId} and action = ${action}
          order by created_at desc limit 1
        )
        select xmin from entry
        union select xmin::text from events where event = 'payment_method.removed' and payload::text like ${`%${token}%`}
        union all select '' from entry`
      // One commit of both rows, and one entry.
      expect(rows).toHaveLength(2)
    }
  })

  it('of another merchant are unknown', async () => {
    const { id } = (await app.merchant.call('POST', '/api/customers', { body: {} })).body
    expect((await owner.get(`/dashboard/customers/${id}`)).status).toBe(404)
    expect((await owner.post(`/dashboard/customers/${id}/erase`, { confirmation: id })).status).toBe(404)
    expect((await app.merchant.call('GET', `/api/customers/${id}`)).status).toBe(200)
  })
})

it('a test payment leads to the hosted page and from there back to the payment', async () => {
  const form = { terminal: merchant.terminalId, amount: '12,50', currency: 'eur', outcome: 'TRX_STATUS_DECLINED' }
  const sent = await owner.post('/dashboard/try', form)
  const id = /\/hosted-payment-page\/(ses_\w+)$/.exec(sent.headers.get('location') ?? '')?.[1]
  const session = (await merchant.call('GET', `/api/sessions/${id}`)).body
  expect(session).toMatchObject({ amount: 1250n, currency: 'EUR', metadata: { response_code: 'TRX_STATUS_DECLINED' } })
  const back = await owner.get(new URL(session.return_url).pathname)
  expect([back.status, back.headers.get('location')]).toEqual([303, '/dashboard/try'])
  const wrong = await owner.post('/dashboard/try', { ...form, amount: 'much' })
  expect([wrong.status, attributesOf(wrong.text, 'data-problem')]).toEqual([422, ['amount']])
})

it('the gateway’s own address leads to the dashboard and the reference', async () => {
  const landing = await fetch(`${app.baseUrl}/`)
  expect([landing.status, landing.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const text = await landing.text()
  expect(attributesOf(text, 'href')).toEqual(expect.arrayContaining(['/dashboard', '/docs']))
})
