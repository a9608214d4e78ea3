import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { comeBack, press } from '../redirects/shopper.ts'
import { chargesOf, eventsOf } from '../three-ds/shopper.ts'
import { CHALLENGE, cancelAtBank, challengeOf, passBank } from './bank.ts'
import { browserOf, openBrowser, RETURN_URL, readSession, TYPED_CARD } from './browser.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await startOwnGateway({ SESSION_TTL_SECONDS: '600' })
})
afterAll(() => app.close())

const open = (changes = {}) => openBrowser(app.baseUrl, app.merchant, changes)
const sessionOf = (id: string) => readSession(app.merchant, id)

describe('a card typed into our page', () => {
  it('is charged, and the transaction is a payment of the session: same order, by the customer, from the browser', async () => {
    const session = await open({ customer: { first_name: 'Ana', city: 'Cluj' }, metadata: { ...NOT_ENROLLED, a: 1 } })
    const { status, body } = await session.pay(TYPED_CARD, { customer: { firstName: 'Ioana' } })
    expect([status, body]).toEqual([
      200,
      { approved: true, status: 'APPROVED', transaction_id: expect.any(String), processing_code: '0000' },
    ])
    const { transaction } = await app.merchant.status(body.transaction_id)
    expect(transaction).toMatchObject({
      status: 'APPROVED',
      amount: 1250n,
      channel: 'ecommerce',
      customer_ip: '127.0.0.1',
      customer: { first_name: 'Ioana', city: 'Cluj' },
      metadata: { a: 1 },
      payment_method: { type: 'card', masked: '411111******1111', brand: 'visa' },
    })
    expect(await sessionOf(session.id)).toMatchObject({
      status: 'APPROVED',
      transaction_id: transaction.id,
      transactions: [transaction.id],
      reference: transaction.reference,
    })
    expect(await eventsOf(app.merchant, transaction.id)).toMatchObject([{ transaction_initiated_by: 'CUSTOMER' }])
    expect(await chargesOf(app.merchant, transaction.id)).toHaveLength(1)
  })

  it('has the same hash as the same card sent encrypted', async () => {
    const { body } = await (await open()).pay()
    const { transaction } = await app.merchant.status(body.transaction_id)
    expect(transaction.payment_method.hash).toBe((await app.merchant.authorize()).body.result.payment_method.hash)
  })

  it('is judged by the same rules, every bad field by its name, and nothing is created', async () => {
    const session = await open()
    const bad = { type: 'card', number: '4111111111111112', expiry_month: '13', expiry_year: '2001', cvc: '12' }
    const { status, body } = await session.pay(bad)
    expect(status).toBe(422)
    expect(body.code).toBe('invalid_fields')
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['cvc', 'expiry', 'number'])
    expect(await sessionOf(session.id)).toMatchObject({ status: 'CREATED', transactions: [] })
  })

  it('needs as many digits as its brand has', async () => {
    const { status, body } = await (await open()).pay({ ...TYPED_CARD, number: '411111111117' })
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'number' })]])
  })

  it('may be typed in the groups that are printed on it', async () => {
    const { body } = await (await open()).pay({ ...TYPED_CARD, number: '4111 1111 1111 1111' })
    expect(body.status).toBe('APPROVED')
  })
})

describe('payments', () => {
  it('after a declined one the session is CREATED again and another may be approved; both are one order', async () => {
    const merchant = await app.newMerchant()
    const session = await openBrowser(app.baseUrl, merchant, {
      metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' },
    })
    const [first, second] = [(await session.pay()).body, (await session.pay()).body]
    expect([first.status, second.status]).toEqual(['DECLINED', 'DECLINED'])
    const state = await readSession(merchant, session.id)
    expect(state).toMatchObject({ status: 'CREATED', transactions: [second.transaction_id, first.transaction_id] })
    expect(state.transaction_id).toBe(second.transaction_id)
    const orders = await Promise.all(state.transactions.map((id: string) => merchant.status(id)))
    expect(new Set(orders.map(({ transaction }) => transaction.order_id)).size).toBe(1)
  })

  it('once one is approved no other is taken', async () => {
    const session = await open()
    await session.pay()
    const { status, body } = await session.pay()
    expect([status, body.code]).toEqual([409, 'session_completed'])
    expect((await sessionOf(session.id)).transactions).toHaveLength(1)
  })

  it('once one waits for its provider to confirm no other is taken', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } })
    const { body } = await session.pay()
    expect([body.approved, body.status]).toEqual([false, 'PENDING'])
    expect((await sessionOf(session.id)).status).toBe('PENDING')
    expect((await session.pay()).body.code).toBe('session_completed')
  })

  it('one that waits for the shopper is CANCELED by the next, with its event, and never charged', async () => {
    const session = await open({ metadata: CHALLENGE })
    const first = await challengeOf(session)
    const second = await challengeOf(session)
    expect(await app.merchant.status(first.transaction_id)).toMatchObject({
      transaction: { status: 'CANCELED', processing_code: '1003' },
    })
    expect(await eventsOf(app.merchant, first.transaction_id)).toMatchObject([{ status: 'CANCELED' }])
    expect(await passBank(session, second)).toMatchObject({ status: 'APPROVED' })
    expect(await chargesOf(app.merchant, first.transaction_id)).toEqual([])
    expect(await chargesOf(app.merchant, second.transaction_id)).toHaveLength(1)
  })

  it('bad input leaves the one that waits for the shopper alone', async () => {
    const session = await open({ metadata: CHALLENGE })
    const first = await challengeOf(session)
    expect((await session.pay({ ...TYPED_CARD, number: '4111' })).status).toBe(422)
    expect(await passBank(session, first)).toMatchObject({ status: 'APPROVED' })
  })

  it('submits at the same instant charge once', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, simulate_delay_ms: 300 } })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => session.pay()))
    const approved = answers.filter(({ status }) => status === 200).map(({ body }) => body)
    expect(new Set(approved.map(({ transaction_id }) => transaction_id)).size).toBe(1)
    expect(approved.every(({ status }) => status === 'APPROVED')).toBe(true)
    expect(approved.length).toBeGreaterThan(0)
    const { transactions } = await sessionOf(session.id)
    expect(transactions).toHaveLength(1)
    expect(await chargesOf(app.merchant, transactions[0])).toHaveLength(1)
  })

  it('submits at the same instant that need the shopper all get a step, and leave one live payment', async () => {
    const session = await open({ metadata: CHALLENGE })
    const first = await challengeOf(session)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => session.pay()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { transactions } = await sessionOf(session.id)
    const states = await Promise.all(transactions.map((id: string) => app.merchant.status(id)))
    const live = states.filter(({ transaction }) => transaction.status === 'PENDING')
    const given = states.filter(({ transaction }) => transaction.status === 'CANCELED')
    expect([live.length, given.length]).toEqual([1, transactions.length - 1])
    expect(given.map(({ transaction }) => transaction.id)).toContain(first.transaction_id)
    expect(answers.map(({ body }) => body.transaction_id)).toContain(live[0].transaction.id)
  })

  it('ten submits are the most a session takes', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, response_code: 'RISK_FAILED_FRAUD' } })
    for (let submit = 1; submit <= 10; submit += 1) expect((await session.pay()).body.status).toBe('DECLINED')
    const { status, body, headers } = await session.pay()
    expect([status, body.code]).toEqual([429, 'session_expired'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await sessionOf(session.id)).transactions).toHaveLength(10)
  })

  it('an order that asks merely to authorize is authorized', async () => {
    const { body } = await (await open({ transaction_type: 'AUTHORIZE' })).pay()
    const { transaction } = await app.merchant.status(body.transaction_id)
    expect(transaction).toMatchObject({ transaction_type: 'AUTHORIZE', captured_amount: 0n })
  })
})

describe('3-D Secure', () => {
  it('runs in the page: fingerprint, challenge, and the outcome', async () => {
    const session = await open({ metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_Y_CHALLENGE' } })
    const { body } = await session.pay(TYPED_CARD, { challenge_window_size: '02' })
    expect(body).toMatchObject({
      approved: false,
      status: 'PENDING',
      action: {
        type: 'THREE_DS_2_FINGERPRINT',
        url: expect.stringContaining('/simulators/three-ds/method'),
        fields: { threeDSMethodData: expect.any(String) },
        wait_seconds: 5,
      },
    })
    const { body: challenge } = await session.call('continue', { transaction_id: body.transaction_id })
    expect(challenge.action).toMatchObject({ type: 'THREE_DS_2_CHALLENGE', wait_seconds: 0, window_size: '02' })
    expect(challenge.action.fields.creq).toEqual(expect.any(String))
    const creq = JSON.parse(Buffer.from(challenge.action.fields.creq, 'base64url').toString())
    expect(creq.challengeWindowSize).toBe('02')
    expect(await passBank(session, challenge)).toMatchObject({ approved: true, status: 'APPROVED' })
  })

  it('a fingerprint without a method page has nothing to post and nothing to wait for', async () => {
    const { body } = await (await open({ metadata: CHALLENGE })).pay()
    expect(body.action).toMatchObject({ type: 'THREE_DS_2_FINGERPRINT', url: null, wait_seconds: 0 })
  })

  it('a challenge goes on only once the bank has sent the shopper back to our own address', async () => {
    const session = await open({ metadata: CHALLENGE })
    const challenge = await challengeOf(session)
    const { body } = await session.call('continue', { transaction_id: challenge.transaction_id, trans_status: 'Y' })
    expect(body).toMatchObject({ status: 'PENDING', action: { type: 'THREE_DS_2_CHALLENGE' } })
    expect(await chargesOf(app.merchant, challenge.transaction_id)).toEqual([])
  })

  it.each([
    ['N', 'DECLINED', '1000'],
    ['cancel', 'CANCELED', '1003'],
  ] as const)('the shopper answers %s at the bank: %s', async (outcome, status, code) => {
    const session = await open({ metadata: CHALLENGE })
    const challenge = await challengeOf(session)
    expect(await passBank(session, challenge, outcome)).toMatchObject({
      approved: false,
      status,
      processing_code: code,
    })
    expect((await sessionOf(session.id)).status).toBe(status === 'DECLINED' ? 'CREATED' : 'CANCELED')
  })

  it('the notification page in a frame posts to the gateway’s own origin only', async () => {
    const challenge = await challengeOf(await open({ metadata: CHALLENGE }))
    const page = await cancelAtBank(challenge)
    expect(page).toContain(`data-targets="${app.baseUrl}"`)
    expect(page).toContain('data-trans-status="N"')
  })

  it('the shopper who cancels the challenge ends the payment as CANCELED, and may pay again', async () => {
    const session = await open({ metadata: CHALLENGE })
    const first = await challengeOf(session)
    const { body } = await session.call('cancel', { transaction_id: first.transaction_id })
    expect(body).toMatchObject({ approved: false, status: 'CANCELED', processing_code: '1003' })
    expect(await passBank(session, await challengeOf(session))).toMatchObject({ status: 'APPROVED' })
  })
})

describe('other methods', () => {
  it('a wallet answers with a redirect and comes back to return_url', async () => {
    const session = await open({ metadata: {} })
    const { body } = await session.pay({ type: 'walleta-pay-redirect' })
    expect(body).toMatchObject({ approved: false, status: 'PENDING', redirect: { url: expect.any(String) } })
    expect(await comeBack(await press(body.redirect.url, 'APPROVED'))).toBe(RETURN_URL)
    expect((await sessionOf(session.id)).status).toBe('APPROVED')
  })

  it('a wallet left for a card is CANCELED, and its charge is reversed', async () => {
    const session = await open({ metadata: NOT_ENROLLED })
    const wallet = (await session.pay({ type: 'walletb-pay-redirect' })).body
    expect((await session.pay()).body.status).toBe('APPROVED')
    expect((await app.merchant.status(wallet.transaction_id)).transaction.status).toBe('CANCELED')
    await eventually(`the wallet's charge is reversed`, 30, async () => {
      const [charge] = await chargesOf(app.merchant, wallet.transaction_id)
      return charge?.state === 'REVERSED'
    })
  })

  it('a wallet that was paid while the shopper came back for a card completes the session', async () => {
    const session = await open({ metadata: NOT_ENROLLED })
    const wallet = (await session.pay({ type: 'walleta-pay-redirect' })).body
    await press(wallet.redirect.url, 'APPROVED')
    expect((await session.pay()).body.code).toBe('session_completed')
    expect((await app.merchant.status(wallet.transaction_id)).transaction.status).toBe('APPROVED')
    expect((await sessionOf(session.id)).transactions).toHaveLength(1)
  })

  it('a voucher asks who pays, where the session does not say', async () => {
    const { body } = await (await open()).pay({ type: 'voucher-redirect-psc' })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'firstName', 'lastName'])
    const known = await open({
      customer: { email: 'ana@example.com', first_name: 'Ana', last_name: 'Pop' },
      metadata: {},
    })
    expect((await known.pay({ type: 'voucher-redirect-psc' })).body.redirect.url).toEqual(expect.any(String))
  })

  it('a bank payment asks for the country and is a PAYMENT of the same order', async () => {
    const session = await open({ metadata: {} })
    expect((await session.pay({ type: 'OPEN_BANKING' })).body.errors).toMatchObject([{ field: 'country' }])
    const { body } = await session.pay({ type: 'OPEN_BANKING', country: 'RO' })
    const { transaction } = await app.merchant.status(body.transaction_id)
    expect(transaction).toMatchObject({
      transaction_type: 'PAYMENT',
      status: 'PENDING',
      payment_method: { type: 'payment_open_banking', method: 'OPEN_BANKING' },
    })
  })

  it('what cannot be merely authorized does not fit a session that asks for it', async () => {
    const session = await open({ transaction_type: 'AUTHORIZE' })
    const { methods } = (await session.open()).frameConfig.session
    expect(methods).toEqual(['card'])
    expect((await session.pay({ type: 'walleta-pay-redirect' })).status).toBe(422)
  })

  it('a redirect of the provider names the session', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, simulate_redirect: 'https://bank.example/go' } })
    expect((await session.pay()).body).toMatchObject({ redirect: { url: 'https://bank.example/go' } })
  })

  it('a form of the provider comes as a redirect to our page that posts it', async () => {
    const simulate_form_submit = JSON.stringify({ url: 'https://bank.example/form', data: { a: 'b' } })
    const { body } = await (await open({ metadata: { ...NOT_ENROLLED, simulate_form_submit } })).pay()
    const page = await (await fetch(body.redirect.url)).text()
    expect(page).toContain('action="https://bank.example/form"')
  })
})

describe('who may', () => {
  const BODY = { transaction_id: 'txn_nobodys' }

  it('an unknown client key, a session of another merchant and a forbidden origin have different codes', async () => {
    const session = await open()
    const stranger = await app.newMerchant()
    const refusals = await Promise.all([
      session.call('continue', BODY, { 'x-client-key': 'test_nobody' }),
      browserOf(app.baseUrl, stranger, session.id).call('continue', BODY),
      browserOf(app.baseUrl, app.merchant, 'ses_nobodys').call('continue', BODY),
      browserOf(app.baseUrl, app.merchant, 'ses_%00').call('continue', BODY),
      session.call('continue', BODY, { origin: 'https://evil.example' }),
    ])
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'invalid_client_key'],
      [404, 'session_not_found'],
      [404, 'session_not_found'],
      [404, 'session_not_found'],
      [403, 'origin_not_allowed'],
    ])
    expect(refusals[1]!.text).toBe(refusals[2]!.text)
    const { body } = await session.pay()
    const mine = { transaction_id: body.transaction_id }
    expect((await session.call('continue', mine, { origin: app.baseUrl })).status).toBe(200)
    const named = app.baseUrl.replace('127.0.0.1', 'localhost')
    expect((await session.call('continue', mine, { origin: named })).body.code).toBe('origin_not_allowed')
    const beside = browserOf(named, app.merchant, session.id)
    expect((await beside.call('continue', mine, { origin: named })).status).toBe(200)
    expect((await beside.call('continue', mine, { origin: `${named}1` })).body.code).toBe('origin_not_allowed')
  })

  it('a payment of another session is unknown', async () => {
    const [mine, other] = [await open({ metadata: CHALLENGE }), await open()]
    const { body } = await mine.pay()
    expect((await other.call('cancel', { transaction_id: body.transaction_id })).status).toBe(404)
    expect((await other.call('continue', { transaction_id: body.transaction_id })).status).toBe(404)
  })

  it('answers are never stored, and never readable by another origin', async () => {
    const session = await open()
    for (const { headers } of [await session.open(), await session.pay()]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('a page sees what it shows and nothing else', async () => {
    const session = await open({ customer: { first_name: 'Ana' }, country: 'RO' })
    const { methods, ...shown } = (await session.open()).frameConfig.session
    expect(shown).toEqual({
      customer: { firstName: 'Ana' },
      country: 'RO',
      saved_cards: [],
      save_card: 'no',
      agreement: null,
    })
    expect(methods).toEqual(expect.arrayContaining(['card', 'walleta-pay-redirect', 'OPEN_BANKING']))
    expect(methods).not.toContain('saved_card')
  })

  it('a session that is over shows nothing', async () => {
    const [paid, left, pending] = [
      await open(),
      await open(),
      await open({ metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } }),
    ]
    await Promise.all([paid.pay(), left.call('cancel', {}), pending.pay()])
    const opened = await Promise.all([paid, left, pending].map((session) => session.open()))
    for (const { frameConfig } of opened) {
      expect(frameConfig).toMatchObject({ session: null, denial: { code: 'session_completed' } })
    }
  })
})
