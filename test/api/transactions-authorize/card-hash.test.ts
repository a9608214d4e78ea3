import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { begin, choose, complete, eventsOf, requestAuthentication, toChallenge } from '../three-ds/shopper.ts'

// The hash confirms a guessed number, so it is hidden until a provider has seen the card.

const CHALLENGE_SECONDS = 3

let app: RunningGateway
let hash: string
beforeAll(async () => {
  app = await startOwnGateway({ CHALLENGE_TTL_SECONDS: String(CHALLENGE_SECONDS) })
  const { result } = (await app.merchant.authorize()).body
  hash = result.payment_method.hash
  expect(hash).toEqual(expect.any(String))
})
afterAll(() => app.close())

/** The hash as every view of a transaction shows it: status, list and, once it has ended, its event. */
async function shown(merchant: TestMerchant, id: string): Promise<unknown[]> {
  const { transaction } = await merchant.status(id)
  const { items } = (await merchant.call('GET', '/api/transactions?limit=100')).body
  const listed = items.find((one: { id: string }) => one.id === id)
  const events = await eventsOf(merchant, id)
  return [transaction, listed]
    .map(({ payment_method }) => payment_method.hash)
    .concat(events.map((one) => one.payment_method_hash))
}

async function ended(id: string, status: string) {
  const end = await eventually(`the end of ${id}`, 30, async () => {
    const { transaction } = await app.merchant.status(id)
    return transaction.status !== 'PENDING' && transaction
  })
  expect(end.status).toBe(status)
}

describe('payment_method.hash is null', () => {
  it('while the shopper authenticates, and is there once the provider has answered', async () => {
    const fingerprint = await begin(app.merchant)
    expect(await shown(app.merchant, fingerprint.transaction_id)).toEqual([null, null])
    const challenge = (await requestAuthentication(app.merchant, fingerprint)).body.action
    expect(await shown(app.merchant, challenge.transaction_id)).toEqual([null, null])
    const { result } = (await complete(app.merchant, challenge)).body
    expect(result.payment_method.hash).toBe(hash)
    expect(await shown(app.merchant, result.id)).toEqual([hash, hash, hash])
  })

  it('indefinitely, of a payment left at the fingerprint', async () => {
    const { transaction_id } = await begin(app.merchant)
    await ended(transaction_id, 'SESSION_EXPIRED')
    expect(await shown(app.merchant, transaction_id)).toEqual([null, null, null])
  })

  it('indefinitely, of a payment that 3-D Secure declined', async () => {
    const action = await begin(app.merchant, { simulated_flow: 'VERSIONING_FINGERPRINT_N_FRICTIONLESS' })
    const { result } = (await requestAuthentication(app.merchant, action)).body
    expect(result).toMatchObject({ status: 'DECLINED', payment_method: { hash: null } })
    expect(await shown(app.merchant, result.id)).toEqual([null, null, null])
  })

  it('indefinitely, of a payment canceled at the challenge', async () => {
    const action = await toChallenge(app.merchant)
    await choose(action, 'cancel')
    const { result } = (await complete(app.merchant, action, 'N')).body
    expect(result).toMatchObject({ status: 'CANCELED', payment_method: { hash: null } })
    expect(await shown(app.merchant, result.id)).toEqual([null, null, null])
  })

  it('while the result of the provider is unknown, and is set once it is known', async () => {
    const { result } = (
      await app.merchant.authorize({ metadata: { ...NOT_ENROLLED, simulate_fault: 'connection_reset' } })
    ).body
    expect(result).toMatchObject({ status: 'PENDING', payment_method: { hash: null } })
    const charged = (await app.merchant.authorize({ metadata: { ...NOT_ENROLLED, simulate_fault: 'garbage_answer' } }))
      .body
    expect(charged.result).toMatchObject({ status: 'PENDING', payment_method: { hash: null } })
    await ended(charged.result.id, 'APPROVED')
    expect(await shown(app.merchant, charged.result.id)).toEqual([hash, hash, hash])
  })
})

describe('payment_method.hash is there once a provider has', () => {
  it.each([
    ['declined', { response_code: 'TRX_STATUS_DECLINED' }],
    ['refused it as invalid', { response_code: 'AUTHENTICATION_NOT_AUTHENTICATED' }],
    ['said that it is pending', { response_code: 'TRX_STATUS_PENDING' }],
  ])('%s', async (_name, metadata) => {
    const { result } = (await app.merchant.authorize({ metadata: { ...NOT_ENROLLED, ...metadata } })).body
    expect(result.payment_method.hash).toBe(hash)
    expect((await shown(app.merchant, result.id)).every((one) => one === hash)).toBe(true)
  })

  it('sent the shopper elsewhere', async () => {
    const metadata = { ...NOT_ENROLLED, simulate_redirect: 'https://bank.example/here' }
    const { transaction_id } = (await app.merchant.authorize({ metadata })).body
    expect(await shown(app.merchant, transaction_id)).toEqual([hash, hash])
  })

  it('declined, though the next one has not been asked yet', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const { action } = (await complete(merchant, await toChallenge(merchant))).body
    expect(action.type).toBe('THREE_DS_2_FINGERPRINT')
    const [first] = await shown(merchant, action.transaction_id)
    expect(first).toEqual(expect.any(String))
    expect(await shown(merchant, action.transaction_id)).toEqual([first, first])
  })

  it('asked for an authentication', async () => {
    const challenge = await toChallenge(app.merchant, { simulate_soft_decline: '1' })
    const { action } = (await complete(app.merchant, challenge)).body
    expect(await shown(app.merchant, action.transaction_id)).toEqual([hash, hash])
  })
})

it('a stored card shows its hash, its payment only once the provider has answered', async () => {
  const { result } = (await app.merchant.authorize({ tokenization: { save_card_for_future_payments: true } })).body
  const { token } = result.payment_method
  const data = { payment_method_id: token }
  const action = await begin(app.merchant, {}, { payment_method: { type: 'saved_card', data } })
  expect(await shown(app.merchant, action.transaction_id)).toEqual([null, null])
  expect((await app.merchant.call('GET', `/api/payment-methods/${token}`)).body.hash).toBe(hash)
})
