import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { saveCheck } from '#store/merchants/provider-account-checks.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { fetchToken, type TestMerchant } from '#test/test-merchant.ts'
import { fieldOf, newVisitor, type Visitor } from '#test/visitor.ts'

let app: RunningGateway
let merchant: TestMerchant
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
  owner = await newVisitor(app, 'owner', merchant.merchantId)
})
afterAll(() => app.close())

type Answer = Awaited<ReturnType<Visitor['get']>>

/** Reads the text of an element with this `data-field`; undefined if there is none. */
function field(answer: Answer, name: string): string | undefined {
  return fieldOf(answer, name) || undefined
}

/** The page a form leads to. */
function followed(visitor: Visitor, { headers }: Answer): Promise<Answer> {
  return visitor.get(headers.get('location')!)
}

describe('a webhook endpoint', () => {
  it('is registered, and its secret is shown once, to the one session that made it', async () => {
    const made = await owner.post('/dashboard/webhooks', { url: 'http://127.0.0.1:9/hook', terminal_id: '' })
    expect(made.status).toBe(303)
    const [once] = made.headers.getSetCookie().filter((line) => line.startsWith('tollgate-once='))
    expect(once).toMatch(/HttpOnly; SameSite=Lax/)
    const address = made.headers.get('location')!
    const shown = await owner.get(address)
    expect(field(shown, 'webhook-secret')).toMatch(/^whsec_/)
    expect(shown.headers.getSetCookie().join()).toMatch(/tollgate-once=;.*Max-Age=0/)
    expect(field(await owner.get(address), 'webhook-secret')).toBeUndefined()
    const colleague = await newVisitor(app, 'owner', merchant.merchantId)
    const cookie = `tollgate=${colleague.token}; ${once!.split(';', 1)[0]}`
    const theirs = await (await fetch(new URL(address, app.baseUrl), { headers: { cookie } })).text()
    expect(theirs).toContain('data-page="webhook"')
    expect(theirs).not.toContain('whsec_')
  })

  it('that cannot be called is refused at its field, with what was typed', async () => {
    const refused = await owner.post('/dashboard/webhooks', { url: 'ftp://shop.example', terminal_id: '' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('data-problem="url"')
    expect(refused.text).toContain('value="ftp://shop.example"')
  })

  it('gets the types that were chosen for it, then others, and at least one', async () => {
    const box = (type: string) => ({ [`event_types.${type}`]: 'yes' })
    const form = { url: 'http://127.0.0.1:9/hook', terminal_id: '', ...box('refund.failed'), ...box('payout.failed') }
    const made = await owner.post('/dashboard/webhooks', form)
    expect((await followed(owner, made)).text).not.toContain('all new events')
    const path = made.headers.get('location')!.split('?')[0]!
    expect(field(await owner.get(path), 'event-types')).toBe('refund.failed, payout.failed')
    const listed = await owner.get('/dashboard/webhooks')
    expect(listed.text).toContain('refund.failed, payout.failed')

    const none = await owner.post(`${path}/event-types`)
    expect(none.status).toBe(422)
    expect(none.text).toContain('data-problem="event_types"')
    expect((await owner.post(`${path}/event-types`, box('transaction.processed'))).status).toBe(303)
    const { body } = await merchant.call('GET', `/api/webhook-endpoints/${path.split('/').at(-1)}`)
    expect(body.event_types).toEqual(['transaction.processed'])
    const other = await newVisitor(app, 'developer', (await app.newMerchant()).merchantId)
    expect((await other.post(`${path}/event-types`, box('refund.failed'))).status).toBe(404)
  })

  it('is tested, rotated, disabled and deleted, each in the name of the person', async () => {
    const { body } = await merchant.call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } })
    const path = `/dashboard/webhooks/${body.id}`
    const tested = await owner.post(`${path}/test`)
    expect(tested.headers.get('location')).toMatch(/^\/dashboard\/events\/evt_/)
    expect((await owner.get(tested.headers.get('location')!)).text).toContain('endpoint.test')
    const rotated = await followed(owner, await owner.post(`${path}/rotate-secret`))
    expect(field(rotated, 'webhook-secret')).not.toBe(body.secret)
    expect(rotated.text).toContain('data-field="previous-secret-until"')
    await owner.post(`${path}/disable`)
    expect((await owner.post(`${path}/test`)).status).toBe(422)
    await owner.post(`${path}/delete`)
    expect((await owner.get(path)).text).toContain('data-state="unknown"')
    const log = await merchant.call('GET', `/api/audit-log?subject=${body.id}`)
    const told = log.body.items.map(({ action, actor }: { action: string; actor: string }) => [action, actor])
    const deeds = ['removed', 'changed', 'secret-rotated', 'tested'].map((deed) => `webhook-endpoint.${deed}`)
    expect(told.slice(0, 4)).toEqual(deeds.map((deed) => [deed, owner.personId]))
    expect(log.body.items[0]).toMatchObject({ actor_kind: 'person', actor_name: 'The owner' })
  })
})

describe('the events', () => {
  it('that failed are sent again from their page', async () => {
    const { body: endpoint } = await merchant.call('POST', '/api/webhook-endpoints', {
      body: { url: 'http://127.0.0.1:9/hook' },
    })
    const { body: event } = await merchant.call('POST', `/api/webhook-endpoints/${endpoint.id}/test`, { body: {} })
    await merchant.call('PATCH', `/api/webhook-endpoints/${endpoint.id}`, { body: { status: 'DISABLED' } })
    const statusOf = async () => (await merchant.call('GET', `/api/events/${event.id}`)).body.deliveries[0].status
    await eventually('the delivery failed', 60, async () => (await statusOf()) === 'FAILED')
    await merchant.call('PATCH', `/api/webhook-endpoints/${endpoint.id}`, { body: { status: 'ACTIVE' } })
    const page = await owner.get(`/dashboard/events?endpoint=${endpoint.id}&status=FAILED`)
    expect(page.text).toContain('data-action="redeliver-failed"')
    const sent = await owner.post('/dashboard/events/redeliver-failed', { endpoint: endpoint.id, from: '', to: '' })
    expect(sent.headers.get('location')).toBe(`/dashboard/events?endpoint=${endpoint.id}&done=1`)
  })

  it('hide the customer from roles that may not see customers', async () => {
    const customer = { id: 'of-ana@shop.example', email: 'ana@shop.example', last_name: 'Larkspur' }
    const { result } = (await merchant.authorize({ customer })).body
    const { items } = (await merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body
    const path = `/dashboard/events/${items[0].id}`
    expect((await owner.get(path)).text).toContain('ana@shop.example')
    const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
    expect((await viewer.get(path)).text).not.toMatch(/ana@shop\.example|Larkspur<|"Larkspur"/)
  })
})

describe('the keys', () => {
  it('show the wallets: the recipients that an operator lists, and the public key that tokens for them need', async () => {
    const own = await app.newMerchant()
    const recipients = ['a', 'b'].map((last) => `merchant:${own.merchantId.slice(4)}${last}`)
    const admin = await newVisitor(app, 'platform-admin', null)
    await admin.post('/dashboard/choose', { merchant_id: own.merchantId })
    const typed = { name: 'Larkspur', time_zone: 'UTC', wallet_recipients: recipients.join(' ') }
    expect((await admin.post('/dashboard/settings', typed)).status).toBe(303)
    expect((await admin.get('/dashboard/settings')).text).toContain(`value="${recipients.join(', ')}"`)
    const { body } = await own.call('GET', '/api/keys')
    expect(body).toMatchObject({
      wallet_recipients: recipients,
      wallet_public_keys: expect.arrayContaining([expect.any(String)]),
    })
    const page = await (await newVisitor(app, 'developer', own.merchantId)).get('/dashboard/keys')
    expect(page.text).toContain(recipients.join(', '))
    expect(page.text).toContain(body.wallet_public_keys[0])
  })

  it('a rotated client secret is shown once, and the old one works for a day unless the form says otherwise', async () => {
    const own = await app.newMerchant()
    const visitor = await newVisitor(app, 'owner', own.merchantId)
    const rotated = await visitor.post('/dashboard/keys/rotate-client-secret')
    const shown = await followed(visitor, rotated)
    const secret = field(shown, 'client-secret')!
    expect(shown.text).toContain(own.clientId)
    expect(field(await visitor.get('/dashboard/keys'), 'client-secret')).toBeUndefined()
    await expect(fetchToken(app.baseUrl, own.clientId, secret)).resolves.toEqual(expect.any(String))
    await expect(fetchToken(app.baseUrl, own.clientId, own.clientSecret)).resolves.toEqual(expect.any(String))
    await visitor.post('/dashboard/keys/rotate-client-secret', { overlap_seconds: '0' })
    await expect(fetchToken(app.baseUrl, own.clientId, secret)).resolves.toBeUndefined()
  })

  it('a rotated public key comes first, and the one before it retires and still decrypts', async () => {
    const own = await app.newMerchant()
    const visitor = await newVisitor(app, 'developer', own.merchantId)
    await visitor.post('/dashboard/keys/rotate-encryption-key')
    const { body } = await own.call('GET', '/api/keys')
    expect(body.encryption_keys).toMatchObject([
      { retires_at: null, fingerprint: expect.stringMatching(/^[\da-f]{64}$/) },
      { public_key: own.publicKey, retires_at: expect.any(String) },
    ])
    const page = await visitor.get('/dashboard/keys')
    expect(page.text).toContain('data-field="retires"')
    const file = await visitor.get('/dashboard/keys/public-key.pem')
    expect(file.text).toBe(body.encryption_keys[0].public_key)
    expect((await own.authorize()).body.result.status).toBe('APPROVED')
  })
})

describe('a terminal', () => {
  it('says what becomes of a card if 3-D Secure cannot be performed', async () => {
    const { merchantId, terminalId } = await app.newMerchant()
    const visitor = await newVisitor(app, 'owner', merchantId)
    const shown = async () => field(await visitor.get(`/dashboard/terminals/${terminalId}`), 'unauthenticated')
    expect(await shown()).toBe('Declined')
    await changeTerminal(app.gateway, 'test', terminalId, { allowUnauthenticated: true })
    expect(await shown()).toBe('Charged')
  })

  it('takes allowed origins, and refuses what is none with what was typed', async () => {
    const path = `/dashboard/terminals/${merchant.terminalId}`
    const refused = await owner.post(`${path}/origins`, { allowed_origins: 'https://shop.example/basket' })
    expect(refused.status).toBe(422)
    expect(refused.text).toMatch(/data-problem="allowed_origins"/)
    expect(refused.text).toContain('https://shop.example/basket</textarea>')
    await owner.post(`${path}/origins`, { allowed_origins: 'https://shop.example\r\nhttps://m.shop.example' })
    const { body } = await merchant.call('GET', `/api/terminals/${merchant.terminalId}`)
    expect(body.allowed_origins).toEqual(['https://shop.example', 'https://m.shop.example'])
    await owner.post(`${path}/origins`, { allowed_origins: '' })
    expect((await merchant.call('GET', `/api/terminals/${merchant.terminalId}`)).body.allowed_origins).toBeNull()
  })

  it('of another merchant is unknown, for its page and for its forms', async () => {
    const other = await app.newMerchant()
    for (const answer of [
      await owner.get(`/dashboard/terminals/${other.terminalId}`),
      await owner.post(`/dashboard/terminals/${other.terminalId}/origins`, { allowed_origins: '' }),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('data-state="unknown"')
    }
  })
})

it('requests and faults are listed with their request ids, and filters narrow them', async () => {
  const own = await app.newMerchant()
  const visitor = await newVisitor(app, 'developer', own.merchantId)
  expect((await visitor.get('/dashboard/requests')).text).toContain('data-state="empty"')
  const refused = await own.authorize({ amount: 0 })
  const id = refused.headers.get('x-request-id')!
  await eventually('the request on the page, and its fault once', 60, async () => {
    const shown = await visitor.get('/dashboard/requests?errors=yes')
    // The list and the faults are two statements: the request may arrive between them.
    return shown.text.includes(`data-id="${id}"`) && field(shown, 'count') === '1 time'
  })
  expect((await visitor.get('/dashboard/requests?method=DELETE')).text).toContain('data-state="no-match"')
})

it('the audit log is shown and exported with the same filters', async () => {
  const own = await app.newMerchant()
  const visitor = await newVisitor(app, 'admin', own.merchantId)
  await visitor.post(`/dashboard/terminals/${own.terminalId}/origins`, { allowed_origins: 'https://shop.example' })
  const page = await visitor.get('/dashboard/audit-log?action=terminal.changed')
  expect(page.text).toMatch(/Changed terminal <a [^>]*>.*<\/a>: allowed origins to https:\/\/shop\.example/)
  expect(page.text).toContain('The admin')
  expect(page.text).not.toContain('data-field="action">Created the company')
  const { text, headers } = await visitor.get('/dashboard/audit-log.csv?action=terminal.changed')
  expect(headers.get('content-type')).toMatch(/^text\/csv/)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(visitor.personId)
  const unreadable = await visitor.get('/dashboard/audit-log.csv?from=yesterday')
  expect([unreadable.status, unreadable.text]).toEqual([422, expect.stringContaining('Enter a day')])
})

it('a period that cannot be read resends nothing, and the page says so', async () => {
  const { text } = await owner.post('/dashboard/events/redeliver-failed', { from: '2026-02-30', to: '' })
  expect(text).toContain('Enter a day, for example')
})

describe('people of the platform', () => {
  it('see a merchant after they chose it, under a banner, and each page they open is in its audit log', async () => {
    const own = await app.newMerchant()
    const admin = await newVisitor(app, 'platform-admin', null)
    expect((await admin.get('/dashboard/terminals')).headers.get('location')).toBe('/dashboard/merchants')
    expect((await admin.post('/dashboard/choose', { merchant_id: own.merchantId })).status).toBe(303)
    const page = await admin.get(`/dashboard/terminals/${own.terminalId}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('data-state="platform"')
    const { body } = await own.call('GET', `/api/audit-log?actor=${admin.personId}`)
    const told = body.items.map(({ action, subject }: { action: string; subject: string }) => [action, subject])
    expect(told).toEqual([
      ['platform.viewed', `/dashboard/terminals/${own.terminalId}`],
      ['platform.merchant-chosen', own.merchantId],
    ])
    await admin.post('/dashboard/choose', { merchant_id: '' })
    expect((await admin.get('/dashboard/terminals')).status).toBe(303)
  })

  it('find a transaction by its reference and by a request, open it under its merchant’s banner and move no money', async () => {
    const own = await app.newMerchant()
    const reference = `ref-${own.merchantId}`
    const { headers, body } = await own.authorize({ reference })
    const { id } = body.result
    const support = await newVisitor(app, 'platform-support', null)
    const found = await support.get(`/dashboard/find?q=${reference}`)
    expect(found.text).toContain(`data-id="${id}"`)
    const request = headers.get('x-request-id')!
    await eventually('the request leads to it', 60, async () =>
      (await support.get(`/dashboard/find?q=${request}`)).text.includes(`data-id="${id}"`),
    )
    expect((await support.get('/dashboard/find?q=nothing-like-it')).text).toContain('data-state="no-match"')

    const opened = await support.post('/dashboard/find/open', { transaction_id: id })
    expect(opened.headers.get('location')).toBe(`/dashboard/transactions/${id}`)
    const page = await followed(support, opened)
    expect(page.text).toContain('data-state="platform"')
    expect(page.text).toContain('data-step="finished"')
    expect(page.text).not.toMatch(/data-action="(?:refund|capture|void)"/)
    expect((await support.post(`/dashboard/transactions/${id}/refund`)).status).toBe(403)
    const { items } = (await own.call('GET', `/api/audit-log?actor=${support.personId}`)).body
    const told = new Set(
      items.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`),
    )
    expect([...told]).toEqual([
      `platform.viewed /dashboard/transactions/${id}`,
      `platform.merchant-chosen ${own.merchantId}`,
      'platform.viewed /dashboard/find',
    ])
    expect((await support.post('/dashboard/find/open', { transaction_id: 'trx_nothing' })).status).toBe(404)
  })

  it('other people cannot choose a merchant they do not belong to', async () => {
    const other = await app.newMerchant()
    expect((await owner.post('/dashboard/choose', { merchant_id: other.merchantId })).status).toBe(404)
    expect((await owner.get('/dashboard/settings')).text).toContain(merchant.merchantId)
  })

  it('create a merchant, and are not shown its secret, which can do more than they may', async () => {
    const admin = await newVisitor(app, 'platform-admin', null)
    const fields = { name: 'New Roastery', country: 'ro', time_zone: 'Europe/Bucharest', settlement_currency: '' }
    const made = await admin.post('/dashboard/merchants', fields)
    expect(made.status).toBe(303)
    expect([made.headers.getSetCookie(), field(await followed(admin, made), 'client-secret')]).toEqual([[], undefined])
    const refused = await admin.post('/dashboard/merchants', { ...fields, time_zone: 'Mars/Olympus' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('data-problem="time_zone"')
    const wallet_recipients = `merchant:${crypto.randomUUID().slice(0, 8)}, merchant:b`
    const wrong = await admin.post('/dashboard/merchants', {
      ...fields,
      wallet_recipients: `${wallet_recipients}, other`,
    })
    expect([wrong.status, wrong.text.includes('data-problem="wallet_recipients"')]).toEqual([422, true])
    expect(wrong.text).toContain(`${wallet_recipients}, other`)
  })

  it('open an account with what its provider declares, check it and route to it', async () => {
    const own = await app.newMerchant()
    const admin = await newVisitor(app, 'platform-admin', null)
    await admin.post('/dashboard/choose', { merchant_id: own.merchantId })
    const form = await admin.get('/dashboard/providers/new?provider=stripe')
    expect(form.text).toContain('name="credentials.secret_key"')
    expect([form.text.includes('<a href="/docs/providers/stripe">'), form.text.includes('if there is one')]).toEqual([
      true,
      false,
    ])
    const wrong = { provider: 'stripe', name: 'Stripe', settings: '{}', 'credentials.secret_key': 'rk_live_0123456789' }
    const refused = await admin.post('/dashboard/providers/new', wrong)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('data-problem="credentials.secret_key"')
    expect(refused.text).not.toContain('rk_live_0123456789')

    const wanted = { provider: 'card-simulator', name: 'Second', settings: '{"response_code":"TRX_STATUS_DECLINED"}' }
    const opened = await admin.post('/dashboard/providers/new', wanted)
    const [, id] = /providers\/(acc_\w+)/.exec(opened.headers.get('location')!)!
    expect((await admin.post(`/dashboard/providers/${id}/check`)).status).toBe(303)
    expect((await admin.get(`/dashboard/providers/${id}`)).text).toContain('data-field="check-result"')
    const routed = await admin.post(`/dashboard/terminals/${own.terminalId}/routing`, { provider_accounts: id! })
    expect(routed.status).toBe(303)
    expect((await own.authorize()).body.result.status).toBe('DECLINED')
    const foreign = await admin.post(`/dashboard/terminals/${merchant.terminalId}/routing`, { provider_accounts: '' })
    expect(foreign.status).toBe(404)
  })

  it('enter each setting of a provider in its own field, with what is wrong at the field', async () => {
    const own = await app.newMerchant()
    const admin = await newVisitor(app, 'platform-admin', null)
    await admin.post('/dashboard/choose', { merchant_id: own.merchantId })
    const form = { provider: 'adyen', name: 'Adyen', settings: '{"fees":{}}', 'settings.merchant_account': 'a shop' }
    const credentials = { 'credentials.api_key': 'k'.repeat(40), 'credentials.hmac_key': 'a'.repeat(64) }
    const refused = await admin.post('/dashboard/providers/new', { ...form, ...credentials })
    expect([refused.status, refused.text.includes('data-problem="settings.merchant_account"')]).toEqual([422, true])
    expect(refused.text).toContain('value="a shop"')
    const made = await admin.post('/dashboard/providers/new', {
      ...form,
      ...credentials,
      'settings.merchant_account': 'Shop',
    })
    const [, id] = /providers\/(acc_\w+)/.exec(made.headers.get('location')!)!
    const stored = async () =>
      (await app.database.sql`select settings from provider_accounts where provider_account_id = ${id!}`)[0]!.settings
    expect(await stored()).toEqual({ fees: {}, merchant_account: 'Shop' })
    const cleared = {
      name: 'Adyen',
      settings: '{}',
      'settings.merchant_account': 'Shop',
      'settings.captures': 'multiple',
    }
    await admin.post(`/dashboard/providers/${id}`, cleared)
    expect(await stored()).toEqual({ merchant_account: 'Shop', captures: 'multiple' })
    const { text } = await admin.get(`/dashboard/providers/${id}`)
    expect(text).toContain('<a href="/docs/providers/adyen">')
    expect(text).toMatch(/<label for="credentials.hmac_key">HMAC key<\/label>/)
    const problems = ['Adyen does not know the api_key.']
    await saveCheck(app.database.sql, own.merchantId, id!, { checkedAt: new Date(), problems })
    expect((await admin.get(`/dashboard/providers/${id}`)).text).toMatch(
      /data-problem="credentials.api_key">Adyen does not know the API key\./,
    )
  })

  it('order accounts of a terminal by ticks and moves', async () => {
    const own = await app.newMerchant()
    const admin = await newVisitor(app, 'platform-admin', null)
    await admin.post('/dashboard/choose', { merchant_id: own.merchantId })
    const path = `/dashboard/terminals/${own.terminalId}`
    const [first, second] = [...(await admin.get(path)).text.matchAll(/name="use\.(acc_\w+)"/g)].map(([, id]) => id!)
    const order = async () =>
      (await app.database.sql`select provider_accounts as ids from terminals where terminal_id = ${own.terminalId}`)[0]!
        .ids
    const both = { [`use.${first}`]: 'yes', [`use.${second}`]: 'yes' }
    await admin.post(`${path}/routing`, both)
    expect(await order()).toEqual([first, second])
    await admin.post(`${path}/routing`, { ...both, move: `up ${second}` })
    expect(await order()).toEqual([second, first])
    for (const name of ['move', 'use.acc_unknown']) {
      const { status, text } = await admin.post(`${path}/routing`, { [name]: 'yes' })
      expect([status, text.includes('data-problem="provider_accounts"')]).toEqual([422, true])
    }
    expect(await order()).toEqual([second, first])
    await admin.post(`${path}/routing`, { ...both, move: 'any' })
    expect(await order()).toBeNull()
  })

  it.each([
    ['👛'.repeat(120), 303],
    ['👛'.repeat(121), 422],
  ])('save an account under a name as long as the API accepts, and no longer', async (name, status) => {
    const own = await app.newMerchant()
    const admin = await newVisitor(app, 'platform-admin', null)
    await admin.post('/dashboard/choose', { merchant_id: own.merchantId })
    const [account] = await app.database.sql`
      select provider_account_id as id from provider_accounts where merchant_id = ${own.merchantId} limit 1`
    const saved = await admin.post(`/dashboard/providers/${account!.id}`, { name, settings: '{}' })
    expect([saved.status, saved.text.includes('data-problem="name"')]).toEqual([status, status === 422])
  })

  it('see how the gateway fares; those who only support it change nothing', async () => {
    const support = await newVisitor(app, 'platform-support', null)
    const page = await support.get('/dashboard/system')
    expect(page.status).toBe(200)
    expect(page.text).toContain('data-field="worker-lag"')
    expect(page.text).toContain('data-field="search-lag"')
    expect(page.text).not.toContain('data-action="run-proof"')
    expect((await support.get('/dashboard/merchants')).text).not.toContain('data-action="create-merchant"')
  })
})
