import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptField, GOOD_CARD } from '#test/card-encryption.ts'
import { APPROVES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { type Action, complete, eventsOf, requestAuthentication, toChallenge } from '../three-ds/shopper.ts'
import { attemptsOf, chargesOf } from './simulated-charges.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const ASKS_ONCE = { simulate_soft_decline: '1' }
const ASKS_TWICE = { simulate_soft_decline: '2' }

/** Takes an action through fingerprint and challenge. */
async function authenticate(merchant: TestMerchant, action: Action) {
  const challenge = (await requestAuthentication(merchant, action)).body.action
  return (await complete(merchant, challenge)).body
}

describe('an issuer that asks for authentication gets one extra round', () => {
  it.each(['1', 1])(
    '%j: approved after the second challenge, with a new 3DS id and one account',
    async (simulate_soft_decline) => {
      const { merchant, accounts } = await newRoutedMerchant(app, {}, APPROVES)
      const first = await toChallenge(merchant, { simulate_soft_decline })
      const { result, action } = (await complete(merchant, first)).body
      expect(result).toBeNull()
      expect(action).toMatchObject({ transaction_id: first.transaction_id, type: 'THREE_DS_2_FINGERPRINT' })
      expect(action.session_id).not.toBe(first.session_id)

      const end = await authenticate(merchant, action)
      expect(end.result).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      expect(end.result.data).not.toHaveProperty('retry_options')
      expect(await chargesOf(merchant, first.transaction_id)).toEqual([
        [accounts[0], 'REFUSED'],
        [accounts[0], 'CHARGED'],
      ])
      expect(await eventsOf(merchant, first.transaction_id)).toMatchObject([{ status: 'APPROVED' }])
    },
  )

  it('a second ask is a decline of the attempt; with no other account it stands', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, {})
    const first = await toChallenge(merchant, ASKS_TWICE)
    const { action } = (await complete(merchant, first)).body
    const { result } = await authenticate(merchant, action)
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    expect(await chargesOf(merchant, first.transaction_id)).toEqual([
      [accounts[0], 'REFUSED'],
      [accounts[0], 'REFUSED'],
    ])
  })

  it('with another account the payment goes on there, with rounds of its own', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, {}, {})
    const first = await toChallenge(merchant, ASKS_TWICE)
    const second = (await complete(merchant, first)).body.action
    const third = (await authenticate(merchant, second)).action
    const { transaction } = await merchant.status(first.transaction_id)
    expect(transaction.data.retry_options).toMatchObject({ retry_count: 1, status: 'AUTHENTICATING' })
    expect(attemptsOf(transaction)).toEqual(['1000', '1000', null])

    const fourth = (await authenticate(merchant, third)).action
    const { result } = await authenticate(merchant, fourth)
    expect(result).toMatchObject({ status: 'DECLINED', data: { retry_options: { status: 'EXHAUSTED' } } })
    expect(attemptsOf(result)).toEqual(['1000', '1000', '1000', '1000'])
    expect((await chargesOf(merchant, result.id)).map(([account]) => account)).toEqual([
      accounts[0],
      accounts[0],
      accounts[1],
      accounts[1],
    ])
    expect(new Set([first, second, third, fourth].map(({ session_id }) => session_id)).size).toBe(4)
  })
})

describe('where no authentication is possible, it declines that attempt', () => {
  it('not enrolled: the next account is asked immediately', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, {}, {})
    const { result } = (await merchant.authorize({ metadata: { ...NOT_ENROLLED, ...ASKS_ONCE } })).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    expect(new Set((await chargesOf(merchant, result.id)).map(([account]) => account))).toEqual(new Set(accounts))
    const [event] = await eventsOf(merchant, result.id)
    expect(event).toMatchObject({ authentication_status: null, authentication_level: null })
  })

  const networkToken = ({ publicKey }: TestMerchant) => ({
    payment_method: {
      type: 'network-token',
      data: {
        encrypted_token_number: encryptField(publicKey, GOOD_CARD.number),
        encrypted_expiration_month: encryptField(publicKey, GOOD_CARD.expirationMonth),
        encrypted_expiration_year: encryptField(publicKey, GOOD_CARD.expirationYear),
        encrypted_cryptogram: encryptField(publicKey, 'AgAAAAAABk4DWZ4C28yUQAAAAAA='),
        eci: '05',
      },
    },
  })

  it('a network token without browser_info: likewise', async () => {
    const { merchant, accounts } = await newRoutedMerchant(app, {}, {})
    const changes = { ...networkToken(merchant), browser_info: undefined, metadata: ASKS_ONCE }
    const { result } = (await merchant.authorize(changes)).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    expect(await chargesOf(merchant, result.id)).toEqual([
      [accounts[0], 'REFUSED'],
      [accounts[1], 'REFUSED'],
    ])
  })

  it('a network token with browser_info is authenticated as a card is', async () => {
    const { merchant } = await newRoutedMerchant(app, {})
    const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE', ...ASKS_ONCE }
    const { action } = (await merchant.authorize({ ...networkToken(merchant), metadata })).body
    expect(action.type).toBe('THREE_DS_2_FINGERPRINT')
    expect((await authenticate(merchant, action)).result).toMatchObject({ status: 'APPROVED' })
  })
})

it.each(['10', '-1', 'x', 1.5, true])('simulate_soft_decline %j does not parse: 422', async (value) => {
  const answer = await app.merchant.authorize({ metadata: { simulate_soft_decline: value } })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toMatchObject([{ property: 'metadata.simulate_soft_decline' }])
})
