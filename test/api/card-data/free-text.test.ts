import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maskNumber } from '#domain/card-rules.ts'
import { Secret } from '#domain/secret.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { GOOD_CARD } from '#test/card-encryption.ts'
import { NOT_ENROLLED, newReference } from '#test/test-merchant.ts'
import { browserOf as dashboardBrowserOf, newPerson, signIn } from '#test/visitor.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { createSession, openBrowser, readSession } from '../sessions/browser.ts'
import { eventsOf } from '../three-ds/shopper.ts'

// What merchants' servers write is masked, what people type on our pages is refused, and what has to stay exact is
// refused where it holds the number that is paid with.

const NUMBER = '5555 5555 5555 4444'
const MASKED = '555555******4444'
const CUSTOMER = {
  first_name: NUMBER,
  last_name: 'X',
  address: NUMBER,
  city: NUMBER,
  postal_code: NUMBER,
  email: 'a5555555555554444@x.example',
  phone: '+378282246310005',
}
const MASKED_CUSTOMER = {
  first_name: MASKED,
  last_name: 'X',
  address: MASKED,
  city: MASKED,
  postal_code: MASKED,
  email: `a${MASKED}@x.example`,
  phone: '+378282246310005',
}

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

describe('a card number is masked', () => {
  it('in the texts of a payment: in its answer, its record and its event', async () => {
    const metadata = {
      ...NOT_ENROLLED,
      note: `Paid with ${NUMBER}`,
      order: '1234567812345670',
      nested: { n: [5555555555554444] },
    }
    const customer = { id: 'cus 5555555555554444', ...CUSTOMER }
    const changes = { reference: `R-5555555555554444-${newReference()}`, description: NUMBER, customer, metadata }
    const { result } = (await app.merchant.authorize(changes)).body
    const shown = {
      reference: changes.reference,
      description: MASKED,
      customer: { id: customer.id, country: null, ...MASKED_CUSTOMER },
      metadata: { ...metadata, note: `Paid with ${MASKED}`, nested: { n: [MASKED] } },
    }
    expect(result).toMatchObject({ status: 'APPROVED', ...shown })
    expect((await app.merchant.status(result.id)).transaction).toMatchObject(shown)
    const [event] = await eventsOf(app.merchant, result.id)
    expect(event).toMatchObject({ description: MASKED, customer_first_name: MASKED, metadata: shown.metadata })
  })

  it('in a session, a customer, a follow-up and their names', async () => {
    const { merchant } = app
    const session = (
      await createSession(merchant, { description: NUMBER, customer: CUSTOMER, metadata: { a: NUMBER } })
    ).body
    expect(session).toMatchObject({ description: MASKED, customer: MASKED_CUSTOMER, metadata: { a: MASKED } })
    const customer = (await merchant.call('POST', '/api/customers', { body: CUSTOMER })).body
    expect(customer).toMatchObject(MASKED_CUSTOMER)
    const changed = await merchant.call('PATCH', `/api/customers/${customer.id}`, { body: { city: `X ${NUMBER}` } })
    expect(changed.body.city).toBe(`X ${MASKED}`)
    const { result } = (await merchant.authorize()).body
    const refund = {
      terminal_id: merchant.terminalId,
      reference: result.reference,
      currency: 'EUR',
      amount: 100,
      transaction_type: 'REFUND',
      metadata: { why: NUMBER },
    }
    expect((await merchant.call('POST', '/api/transactions/manage', { body: refund })).body.metadata).toEqual({
      why: MASKED,
    })
    expect((await app.operator('POST', '/admin/merchants', { name: `Shop ${NUMBER}` })).body.name).toBe(
      `Shop ${MASKED}`,
    )
  })

  it('in what a browser says of itself', async () => {
    const user_agent = `Mozilla/5.0 ${NUMBER}`
    const browser_info = { ...(app.merchant.order().browser_info as object), user_agent, accept_header: NUMBER }
    const { id } = (await app.merchant.authorize({ browser_info })).body.result
    const [row] = await app.database.sql`select browser_info from transactions where id = ${id}`
    expect(row!.browser_info).toMatchObject({ userAgent: `Mozilla/5.0 ${MASKED}`, acceptHeader: MASKED })
  })
})

describe('a name that came from outside is repeated without a card number', () => {
  it.each([
    [
      'a key whose value is too long',
      { [GOOD_CARD.number]: 'x'.repeat(8001) },
      `metadata.${maskNumber(GOOD_CARD.number)}`,
    ],
    ['a key that is too long', { [`${'x'.repeat(30)} ${NUMBER}`]: 1 }, `metadata.${'x'.repeat(30)} ${MASKED}`],
  ])('in the 422 of %s', async (_what, metadata, property) => {
    const answer = await app.merchant.authorize({ metadata })
    expect([answer.status, answer.body.errors[0].property]).toEqual([422, property])
  })

  it('in the 422 of an unknown query parameter', async () => {
    const answer = await app.merchant.call('GET', '/api/transactions?5555555555554444=1&x5555-5555-5555-4444=1')
    expect([answer.status, answer.body.errors[0].property]).toEqual([422, MASKED])
    expect(answer.body.errors[1].property).toBe(`x${MASKED}`)
  })

  it('in the header of unknown fields', async () => {
    const answer = await app.merchant.authorize({ customer: { '5555-5555-5555-4444': 1 } })
    expect(answer.headers.get('unknown-fields')).toBe('?')
  })
})

it('a step of a simulator in which a card number stands is a 422, not another step', async () => {
  const steps = {
    simulate_redirect: `https://bank.example/${GOOD_CARD.number}`,
    simulate_form_submit: JSON.stringify({ url: 'https://bank.example/', data: { pan: NUMBER } }),
    simulate_authentication_required: JSON.stringify({ payment_data: NUMBER, type: 'challenge', token: 't' }),
  }
  for (const [key, step] of Object.entries(steps)) {
    const answer = await app.merchant.authorize({ metadata: { [key]: step } })
    expect([answer.status, answer.body.errors[0].property], key).toEqual([422, `metadata.${key}`])
    expect(answer.body.errors[0].message).toContain('This looks like a card number')
  }
})

describe('a 422 is what has to stay exact', () => {
  const exact = (number: string) => ({
    reference: `R-${number}`,
    customer: { id: `c%${number}` },
    return_url: `https://shop.example/${number}`,
    error_url: `https://shop.example/?c=${number}`,
    cancel_url: `https://shop.example/#${number.replace(/(\d{4})(?=\d)/g, '$1%20')}`,
  })
  const properties = ['reference', 'customer.id', 'return_url', 'error_url', 'cancel_url']

  it.each([{}, { currency: 'XAF' }, { transaction_type: 'AUTHORIZE' }])(
    'and names the number that is paid with: %j',
    async (changes) => {
      const answer = await app.merchant.authorize({ ...exact(GOOD_CARD.number), ...changes })
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ property }: { property: string }) => property)).toEqual(properties)
      expect(answer.text).not.toContain(GOOD_CARD.number)
    },
  )

  it('but not with another card’s number', async () => {
    expect((await app.merchant.authorize(exact('5105105105105100'))).body.result.status).toBe('APPROVED')
  })

  it.each([
    ['a webhook address', '/api/webhook-endpoints', { url: `https://shop.example/5555555555554444` }, 'url'],
    ['a filter of a view', '/api/views', { name: 'x', filters: { q: NUMBER } }, 'q'],
    ['the name of a view', '/api/views', { name: NUMBER, filters: {} }, 'name'],
  ])('such as %s', async (_what, path, body, property) => {
    const answer = await app.merchant.call('POST', path, { body })
    expect([answer.status, answer.body.errors[0].property]).toEqual([422, property])
  })

  it('such as an invited email, an origin or a setting of an account', async () => {
    const { merchantId } = app.merchant
    const refused = [
      [
        '/admin/people/invitations',
        { email: 'a5555555555554444@x.example', role: 'viewer', merchant_id: merchantId },
        'email',
      ],
      [
        `/admin/merchants/${merchantId}/terminals`,
        { name: 'T', allowed_origins: ['https://s5555555555554444.example'] },
        'allowed_origins.0',
      ],
      [
        `/admin/merchants/${merchantId}/provider-accounts`,
        { provider: 'card-simulator', name: 'A', settings: { note: NUMBER } },
        'settings.note',
      ],
    ] as const
    for (const [path, body, property] of refused) {
      const answer = await app.operator('POST', path, body)
      expect([answer.status, answer.body.errors?.map((one: { property: string }) => one.property)], path).toEqual([
        422,
        [property],
      ])
    }
  })
})

describe('what a person types on our page', () => {
  it.each(['firstName', 'lastName', 'email'])('is refused in %s of the hosted page', async (field) => {
    const { id } = (await createSession(app.merchant)).body
    const typed = {
      method: 'voucher-redirect-psc',
      firstName: 'Ada',
      lastName: 'L',
      email: 'a@x.example',
      [field]: field === 'email' ? '5555555555554444@x.example' : NUMBER,
    }
    const answer = await fetch(`${app.baseUrl}/hosted-payment-page/${id}/pay`, {
      method: 'POST',
      body: new URLSearchParams(typed),
      headers: { 'accept-language': 'en-US' },
    })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('This looks like a card number')
    expect(page).not.toContain(typed[field as keyof typeof typed])
    expect((await readSession(app.merchant, id)).transactions).toEqual([])
  })

  it.each(['firstName', 'lastName', 'address', 'city', 'postalCode', 'email', 'holderName'])(
    'is refused in %s of embedded fields',
    async (field) => {
      const browser = await openBrowser(app.baseUrl, app.merchant)
      const refused = await browser.pay(undefined, { customer: { [field]: `5555555555554444@x.example` } })
      expect(refused.body).toMatchObject({ code: 'invalid_fields', errors: [{ field }] })
      expect((await browser.pay(undefined, { customer: { phone: '+378282246310005' } })).status).toBe(200)
    },
  )

  it('is refused in forms of the dashboard, and a password is none of it', async () => {
    const password = 'nine bags of beans 9'
    const { email } = await newPerson(
      app.gateway,
      'owner',
      app.merchant.merchantId,
      await hashPassword(new Secret(password)),
    )
    const browser = dashboardBrowserOf(app.baseUrl, '')
    await signIn(browser, email, password)
    const { result } = (await app.merchant.authorize()).body
    const forms: [string, Record<string, string>][] = [
      ['/dashboard/account/name', { name: NUMBER }],
      ['/dashboard/views', { name: NUMBER, search: '' }],
      ['/dashboard/views', { name: 'x', search: 'q=5555+5555+5555+4444' }],
      ['/dashboard/team/invite', { email: 'a5555555555554444@x.example', role: 'viewer' }],
      [`/dashboard/transactions/${result.id}/refund`, { key: 'k', amount: '1.00', reason: NUMBER }],
    ]
    for (const [path, form] of forms) {
      const answer = await browser.post(path, form)
      expect([path, answer.status]).toEqual([path, 422])
      expect(answer.text, path).toContain('This looks like a card number')
    }
    const kept = await app.database.sql`select changes from audit_log where changes::text like '%5555 5555%'`
    expect(kept).toEqual([])
  })
})
