import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { postForm } from '#test/page-forms.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { browserOf, createSession, RETURN_URL, readSession } from '../sessions/browser.ts'
import { type Action, chargesOf, complete, eventsOf, load, requestAuthentication } from './shopper.ts'

// docs/reference/simulators.md#made-up-actions

let app: RunningGateway
let second: string
beforeAll(async () => {
  app = await useGateway()
  second = await app.secondApi()
})
afterAll(() => app.close())

const tokenWith = (id: unknown) =>
  btoa(JSON.stringify({ three_ds_server_trans_id: id, acs_url: 'https://acs.example' }))

function madeUp(token: string, type = 'THREE_DS_2_CHALLENGE') {
  return { payment_data: `invented ${randomUUID()}`, type, token }
}

async function begin(step: object, metadata: object = NOT_ENROLLED): Promise<Action> {
  const simulated = { ...metadata, simulate_authentication_required: JSON.stringify(step) }
  const { body } = await app.merchant.authorize({ metadata: simulated })
  expect(body).toMatchObject({ result: null, status: 'PENDING', action: step })
  return body.action
}

const statusOf = async ({ transaction_id }: Action) => (await app.merchant.status(transaction_id)).transaction.status

describe('the payment_data of a made-up action', () => {
  it.each([
    ['a token without an id, by the session_id', btoa('{"any":1}'), (action: Action) => action.session_id],
    ['a token that is no JSON, by the id of the transaction', 'junk', (action: Action) => action.transaction_id],
    ['a token with an id, by that id', tokenWith('made-up'), () => 'made-up'],
    ['a token with a UUID, in any case', tokenWith(randomUUID()), ({ token }: Action) => idIn(token).toUpperCase()],
    ['a token with an id, by the session_id', tokenWith('Another'), (action: Action) => action.session_id],
  ])('of %s approves in both calls', async (_what, token, named) => {
    for (const call of [requestAuthentication, complete]) {
      const action = await begin(madeUp(token))
      const answer = await call(app.merchant, { ...action, session_id: named(action) })
      expect(answer.body.result).toMatchObject({
        id: action.transaction_id,
        status: 'APPROVED',
        processing_code: '0000',
      })
      expect(await eventsOf(app.merchant, action.transaction_id)).toMatchObject([{ status: 'APPROVED' }])
    }
  })

  it.each([
    [{ response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' }, 'DECLINED', '1004'],
    [{ response_code: 'TRX_STATUS_CANCELED', response_message: 'given up' }, 'CANCELED', '1003'],
    [{ response_code: 'TRX_STATUS_PENDING' }, 'PENDING', '1002'],
    [{ simulate_final_response_code: 'RISK_FAILED_FRAUD', simulate_final_after_seconds: 600 }, 'DECLINED', '4101'],
  ])('ends as the other metadata say: %j', async (metadata, status, code) => {
    const action = await begin(madeUp('junk'), { ...NOT_ENROLLED, ...metadata })
    const { result } = (await complete(app.merchant, action)).body
    expect(result).toMatchObject({ status, processing_code: code })
    expect(result.response_message).toBe('response_message' in metadata ? 'given up' : 'approved')
  })

  it.each(['N', 'R', 'U'])('declines with trans_status %s, for any metadata, and charges nothing', async (letter) => {
    const action = await begin(madeUp('junk'), { ...NOT_ENROLLED, response_code: 'TRX_STATUS_APPROVED' })
    const { result } = (await complete(app.merchant, action, letter)).body
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    expect(await chargesOf(app.merchant, action.transaction_id)).toMatchObject([{ state: 'REFUSED' }])
    expect((await complete(app.merchant, action, 'Y')).body.result.status).toBe('DECLINED')
  })

  it('is executed once, on every process: parallel callers and repeats all get the one result', async () => {
    const action = await begin(madeUp(tokenWith(randomUUID())))
    const answers = await Promise.all(
      ['Y', 'N', 'Y', 'N'].map((letter, index) =>
        complete(app.merchant, action, letter, index < 2 ? undefined : second),
      ),
    )
    const { text } = answers[0]!
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(answers.map(() => [200, text]))
    expect((await requestAuthentication(app.merchant, action)).text).toBe(text)
    expect(await eventsOf(app.merchant, action.transaction_id)).toHaveLength(1)
    expect(await chargesOf(app.merchant, action.transaction_id)).toHaveLength(1)
  })

  it('with another id is 404, changed or of another action 422, and another merchant’s is unknown', async () => {
    const [action, other] = [await begin(madeUp(tokenWith(randomUUID()))), await begin(madeUp('junk'))]
    const stranger = await app.newMerchant()
    for (const call of [requestAuthentication, complete]) {
      expect((await call(app.merchant, { ...action, session_id: randomUUID() })).status).toBe(404)
      expect((await call(stranger, action)).status).toBe(404)
      expect((await call(stranger, { ...action, session_id: idIn(action.token) })).status).toBe(404)
      for (const payment_data of [`${action.payment_data} `, 'x', other.payment_data]) {
        for (const session_id of [action.session_id, idIn(action.token)]) {
          const { status, body } = await call(app.merchant, { ...action, session_id, payment_data })
          expect([status, body.errors?.[0]?.property]).toEqual([422, 'payment_data'])
        }
      }
    }
    expect([await statusOf(action), await statusOf(other)]).toEqual(['PENDING', 'PENDING'])
  })

  it('that was never brought back is 422 once the transaction has ended automatically', async () => {
    const ending = { simulate_final_response_code: 'TRX_STATUS_DECLINED', simulate_final_after_seconds: 0 }
    const action = await begin(madeUp('junk'), { ...NOT_ENROLLED, ...ending })
    await eventually('the end', 30, async () => (await statusOf(action)) === 'DECLINED')
    expect((await complete(app.merchant, action)).status).toBe(422)
  })

  it('that many payments share belongs to the latest of them', async () => {
    const step = madeUp(tokenWith('shared'))
    const [first, latest] = [await begin(step), await begin(step)]
    expect((await complete(app.merchant, { ...latest, session_id: 'shared' })).body.result.id).toBe(
      latest.transaction_id,
    )
    expect((await complete(app.merchant, first)).body.result.id).toBe(first.transaction_id)
  })

  it('comes after the authentication of an enrolled card, and ends what that began', async () => {
    const step = madeUp('junk')
    const { body } = await app.merchant.authorize({
      metadata: {
        simulated_flow: 'VERSIONING_FINGERPRINT_A_FRICTIONLESS',
        simulate_authentication_required: JSON.stringify(step),
      },
    })
    const { action } = (await requestAuthentication(app.merchant, body.action)).body
    expect(action).toMatchObject(step)
    expect((await complete(app.merchant, action)).body.result.status).toBe('APPROVED')
    expect(await eventsOf(app.merchant, action.transaction_id)).toMatchObject([{ authentication_status: 'A' }])
  })
})

it('a made-up action of a session is passed on our own pages', async () => {
  const metadata = { ...NOT_ENROLLED, simulate_authentication_required: JSON.stringify(madeUp(tokenWith('x'))) }
  const embedded = (await createSession(app.merchant, { metadata })).body.id
  expect((await browserOf(app.baseUrl, app.merchant, embedded).pay()).body).toMatchObject({ status: 'APPROVED' })

  const hosted = (await createSession(app.merchant, { metadata })).body.id
  const paid = await postForm(`${app.baseUrl}/hosted-payment-page/${hosted}/pay`, {
    method: 'card',
    number: '4111111111111111',
    expiry: '12/30',
    cvc: '123',
  })
  const shown = await load(new URL(paid.headers.get('location')!, app.baseUrl).href)
  expect([shown.status, shown.headers.get('location')]).toEqual([303, RETURN_URL])
  expect((await readSession(app.merchant, hosted)).status).toBe('APPROVED')
})

function idIn(token: string): string {
  return JSON.parse(atob(token)).three_ds_server_trans_id
}
