import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { postForm } from '#test/page-forms.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { press as choose, chargesOf as statesOf } from '../redirects/shopper.ts'
import { chargesOf, eventsOf } from '../three-ds/shopper.ts'
import { CHALLENGE, challengeOf, passBank, press } from './bank.ts'
import { openBrowser, readSession } from './browser.ts'

// docs/reference/sessions.md#cancel

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const open = (changes = {}) => openBrowser(app.baseUrl, app.merchant, changes)
const sessionOf = (id: string) => readSession(app.merchant, id)
const cancel = (id: string) => app.merchant.call('POST', `/api/sessions/${id}/cancel`)
const page = async (id: string) => (await fetch(`${app.baseUrl}/hosted-payment-page/${id}`)).text()

function refusal(status: string) {
  return {
    errors: [{ property: 'status', message: expect.any(String), params: [status] }],
    method: 'POST',
    status: 422,
  }
}

describe('an open session', () => {
  it('without a payment becomes CANCELED, its pages say so and no payment begins; twice is the same answer', async () => {
    const session = await open()
    const first = await cancel(session.id)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ ...(await sessionOf(session.id)), status: 'CANCELED' })
    expect(first.body).toMatchObject({ transaction_id: null, transactions: [] })
    expect(await cancel(session.id)).toMatchObject({ status: 200, body: first.body })
    expect((await session.pay()).body.code).toBe('session_completed')
    expect((await session.open()).frameConfig.session).toBeNull()
    expect((await session.call('cancel', {})).body.code).toBe('session_completed')
    const left = await postForm(`${app.baseUrl}/hosted-payment-page/${session.id}/cancel`, { locale: 'en-US' })
    expect([left.status, left.headers.get('location')]).toEqual([303, expect.stringContaining(session.id)])
    const html = await page(session.id)
    expect(html).toContain('data-status="CANCELED"')
    expect(html).not.toContain('data-method')
    expect((await sessionOf(session.id)).transactions).toEqual([])
  })

  it('after a decline becomes CANCELED and records nothing more', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, response_code: 'RISK_FAILED_FRAUD' } })
    await session.pay()
    expect((await cancel(session.id)).body).toMatchObject({ status: 'CANCELED', transactions: [expect.any(String)] })
    expect((await session.pay()).body.code).toBe('session_completed')
  })

  it('with a challenge open cancels its payment with 1003 and one event, and the bank comes too late', async () => {
    const session = await open({ metadata: CHALLENGE })
    const challenge = await challengeOf(session)
    const { transaction_id } = challenge
    const canceled = await cancel(session.id)
    expect(canceled).toMatchObject({ status: 200, body: { status: 'CANCELED', transaction_id } })
    expect((await app.merchant.status(transaction_id)).transaction).toMatchObject({
      status: 'CANCELED',
      processing_code: '1003',
      pending: false,
    })
    expect(await eventsOf(app.merchant, transaction_id)).toMatchObject([
      { status: 'CANCELED', processing_code: '1003' },
    ])
    expect(await passBank(session, challenge)).toMatchObject({ status: 'CANCELED', approved: false })
    expect((await session.pay()).body.code).toBe('session_completed')
    expect(await chargesOf(app.merchant, transaction_id)).toEqual([])
    expect(await cancel(session.id)).toMatchObject({ status: 200, body: canceled.body })
  })

  it('with the shopper on a provider’s page cancels the payment, and the provider takes it back', async () => {
    const session = await open()
    const { transaction_id, redirect } = (await session.pay({ type: 'walleta-pay-redirect' })).body
    expect((await cancel(session.id)).body).toMatchObject({ status: 'CANCELED', transaction_id })
    await eventually(
      'the reversal',
      30,
      async () => String(await statesOf(app.merchant, transaction_id)) === 'REVERSED',
    )
    expect(await (await fetch(redirect.url)).text()).toContain('data-state="REVERSED"')
  })

  it('whose shopper canceled their payment admits no other one', async () => {
    const session = await open({ metadata: CHALLENGE })
    await challengeOf(session)
    await session.call('cancel', {})
    expect((await cancel(session.id)).body.status).toBe('CANCELED')
    expect((await session.pay()).body.code).toBe('session_completed')
  })
})

describe('nothing changes and the status is named', () => {
  it('after an approval', async () => {
    const session = await open()
    await session.pay()
    const before = await sessionOf(session.id)
    expect(await cancel(session.id)).toMatchObject({ status: 422, body: refusal('APPROVED') })
    expect(await sessionOf(session.id)).toEqual(before)
  })

  it('while a provider has to confirm', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } })
    await session.pay()
    expect(await cancel(session.id)).toMatchObject({ status: 422, body: refusal('PENDING') })
    expect((await sessionOf(session.id)).status).toBe('PENDING')
  })

  it('after its time', async () => {
    const merchant = await app.newMerchant()
    const session = await openBrowser(app.baseUrl, merchant)
    await merchant.call('POST', '/api/test-clock', { body: { advance_seconds: 7200 } })
    const answer = await merchant.call('POST', `/api/sessions/${session.id}/cancel`)
    expect(answer).toMatchObject({ status: 422, body: refusal('SESSION_EXPIRED') })
    expect((await readSession(merchant, session.id)).status).toBe('SESSION_EXPIRED')
  })

  it('for another merchant and an unknown id, which are a 404', async () => {
    const session = await open()
    const other = await app.newMerchant()
    const foreign = await other.call('POST', `/api/sessions/${session.id}/cancel`)
    const unknown = await other.call('POST', '/api/sessions/ses_unknown/cancel')
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect((await sessionOf(session.id)).status).toBe('CREATED')
  })
})

describe('a cancel at the instant of a payment', () => {
  const name = 'has exactly one winner, which session, payment and charge agree on'
  it(name, () => race(3))
  it(name, { tags: ['full'], timeout: 300_000 }, () => race(50))

  async function race(times: number): Promise<void> {
    const places = [atTheBank, atTheSubmit, atTheProvider]
    for (let round = 0; round < times; round += 1) await places[round % places.length]!()
  }

  async function atTheSubmit(): Promise<void> {
    const session = await open()
    const [paid, canceled] = await Promise.all([session.pay(), cancel(session.id)])
    const status = await settled(session.id)
    const { transactions } = await sessionOf(session.id)
    expect([paid.status === 200, canceled.status]).toEqual(status === 'APPROVED' ? [true, 422] : [false, 200])
    expect(transactions).toHaveLength(status === 'APPROVED' ? 1 : 0)
  }

  async function atTheBank(): Promise<void> {
    const session = await open({ metadata: CHALLENGE })
    const challenge = await challengeOf(session)
    const { transaction_id } = challenge
    await press(challenge, 'Y')
    const [, canceled] = await Promise.all([session.call('continue', { transaction_id }), cancel(session.id)])
    const status = await settled(session.id)
    // A cancel that meets the provider's answer is refused with the payment still PENDING.
    expect(canceled.status).toBe(status === 'APPROVED' ? 422 : 200)
    expect((await app.merchant.status(transaction_id)).transaction.status).toBe(status)
    expect(await eventsOf(app.merchant, transaction_id)).toHaveLength(1)
    expect(await chargesOf(app.merchant, transaction_id)).toHaveLength(status === 'APPROVED' ? 1 : 0)
  }

  async function atTheProvider(): Promise<void> {
    const session = await open()
    const { transaction_id, redirect } = (await session.pay({ type: 'walleta-pay-redirect' })).body
    const [, canceled] = await Promise.all([choose(redirect.url, 'APPROVED'), cancel(session.id)])
    const status = await settled(session.id)
    expect(canceled.status).toBe(status === 'APPROVED' ? 422 : 200)
    const state = status === 'APPROVED' ? 'CHARGED' : 'REVERSED'
    await eventually(
      'one end of the charge',
      10,
      async () => String(await statesOf(app.merchant, transaction_id)) === state,
    )
    expect((await app.merchant.status(transaction_id)).transaction.status).toBe(status)
  }

  /** Status of a session once no provider is being asked. */
  async function settled(id: string): Promise<string> {
    await eventually('the end of the payment', 30, async () => (await sessionOf(id)).status !== 'PENDING')
    return (await sessionOf(id)).status
  }
})
