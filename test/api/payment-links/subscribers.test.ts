import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { CARD, createLink, visit } from './links.ts'

// Limits of a link for one subscriber (docs/reference/payment-links.md#limits): an IPv4 address or an IPv6 /64.

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const press = (url: string, address: string) => visit(url, {}, from(address))
const pay = (page: string, address: string) => visit(`${page.split('?')[0]}/pay`, CARD, from(address))

const SUBSCRIBERS = [
  ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
] as const

it.each(SUBSCRIBERS)(
  '%s and %s open at most a hundred sessions of a link together; %s still opens one',
  async (first, same, other) => {
    const { id, url } = await createLink(app.merchant, { max_payments: null })
    expect((await press(url, first)).status).toBe(303)
    await app.database.sql`
      insert into sessions
      select (jsonb_populate_record(one, jsonb_build_object('session_id', 'ses_' || ${id}::text || number))).*
      from sessions one cross join generate_series(1, 98) number where one.payment_link_id = ${id}`
    const answers = await Promise.all([press(url, same), press(url, same), press(url, first)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 429, 429])
    expect((await press(url, other)).status).toBe(303)
  },
)

it.each(SUBSCRIBERS)(
  'of %s and %s at most thirty payments of a link are declined; %s still pays',
  async (first, same, other) => {
    const metadata = { response_code: 'RISK_FAILED_FRAUD', simulated_flow: 'VERSIONING_NOT_ENROLLED' }
    const { id, url } = await createLink(app.merchant, { max_payments: null, metadata })
    const pages = [await press(url, first), await press(url, same), await press(url, other), await press(url, other)]
    const [page, next, ofOther, another] = pages.map(({ location }) => location) as [string, string, string, string]
    await pay(page, first)
    await app.database.sql`
      insert into transactions
      select (jsonb_populate_record(one, jsonb_build_object('id', 'trx_' || ${id}::text || number))).*
      from transactions one cross join generate_series(1, 29) number where one.payment_link_id = ${id}`
    expect([(await press(url, same)).status, (await press(url, other)).status]).toEqual([429, 303])
    expect([(await pay(next, same)).status, (await pay(ofOther, first)).status]).toEqual([429, 429])
    expect((await pay(another, other)).status).not.toBe(429)
  },
)

it('no row has the address of who only opened a link', async () => {
  const { id, url } = await createLink(app.merchant, { max_payments: null })
  await press(url, '203.0.113.99')
  const [row] = await app.database.sql`
    select sessions::text as text, subscriber from sessions where payment_link_id = ${id}`
  expect(row!.subscriber).toMatch(/^[\w-]{20,}$/)
  expect(row!.text).not.toContain('203.0.113.99')
})
