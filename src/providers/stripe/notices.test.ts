import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import type { Notice } from '#providers/port/provider.ts'
import { readNotice } from './notices.ts'

const SECRET = 'whsec_test_secret_of_the_account'
const ATTEMPT = 'att_0123456789abcdefghijABCD'
const now = () => Math.floor(Date.now() / 1000)

const object = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', metadata: { attempt_id: ATTEMPT } }
const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', created: 1, livemode: false }
const BODY = JSON.stringify({ ...event, data: { object } })
const ENTRY = {
  key: 'evt_1',
  attemptId: ATTEMPT,
  fields: {
    type: 'payment_intent.succeeded',
    created: '1',
    livemode: 'false',
    'data.object.object': 'payment_intent',
    'data.object.id': 'pi_1',
    'data.object.status': 'succeeded',
  },
}

const digest = (timestamp: number, secret = SECRET, body = BODY) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
const notice = (signature: string | undefined, body = BODY): Notice => ({
  body: Buffer.from(body),
  header: (name) => (name === 'stripe-signature' ? signature : undefined),
})
const credentials = (current: string, previous: string | null = null) => ({
  webhook_secret: { current: new Secret(current), previous: previous === null ? null : new Secret(previous) },
})
const read = (signature: string | undefined, body = BODY) => readNotice(credentials(SECRET), notice(signature, body))

test('reads what Stripe’s own library signed', () => {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET })
  expect(read(signature)).toEqual([ENTRY])
  expect(() => Stripe.webhooks.constructEvent(BODY, `t=${now()},v1=${digest(now())}`, SECRET)).not.toThrow()
})

describe('The signature', () => {
  test('one of several has to match, while Stripe rolls the secret', () => {
    const [t, right, wrong] = [now(), digest(now()), digest(now(), 'whsec_another')]
    expect(read(`t=${t},v1=${wrong},v1=${right}`)).toEqual([ENTRY])
    expect(read(`t=${t},v1=${wrong},v1=${wrong}`)).toBe('forged')
  })

  test('other schemes count for nothing', () => {
    expect(read(`t=${now()},v0=${digest(now())}`)).toBe('forged')
    expect(read(`t=${now()},v0=6ffbb59b,v1=${digest(now())}`)).toEqual([ENTRY])
  })

  test('counts for 300 seconds before and after its time', () => {
    expect(read(`t=${now() - 295},v1=${digest(now() - 295)}`)).toEqual([ENTRY])
    expect(read(`t=${now() - 310},v1=${digest(now() - 310)}`)).toBe('forged')
    expect(read(`t=${now() + 290},v1=${digest(now() + 290)}`)).toEqual([ENTRY])
    expect(read(`t=${now() + 3600},v1=${digest(now() + 3600)}`)).toBe('forged')
  })

  test('is of the time that it names and of these bytes', () => {
    expect(read(`t=${now() - 1},v1=${digest(now())}`)).toBe('forged')
    expect(read(`t=${now()},v1=${digest(now())}`, `${BODY} `)).toBe('forged')
  })

  test.each([undefined, '', 't=', 'v1=00', `t=${now()}`, 't=soon,v1=00', `t=${now()},v1=`, `t=${now()},v1=zz`, '=,=,'])(
    'that is %j is none',
    (signature) => expect(read(signature)).toBe('forged'),
  )

  test('holds under the secret before too, until the rotation is over', () => {
    const signed = notice(`t=${now()},v1=${digest(now())}`)
    expect(readNotice(credentials('whsec_new_one_of_the_account', SECRET), signed)).toEqual([ENTRY])
    expect(readNotice(credentials('whsec_new_one_of_the_account'), signed)).toBe('forged')
    expect(readNotice({}, signed)).toBe('forged')
  })
})

test.each([
  ['is not JSON', 'no JSON'],
  ['has no object', JSON.stringify(event)],
  ['names no attempt', JSON.stringify({ ...event, data: { object: { ...object, metadata: {} } } })],
  ['names the attempt of another system', BODY.replace(ATTEMPT, 'order-17')],
  ['cannot be stored', BODY.replace(ATTEMPT, 'att_\\u0000\\ud800')],
  ['has no id', JSON.stringify({ ...event, id: undefined, data: { object } })],
])('a body that %s has no entries', (_what, body) => {
  expect(read(`t=${now()},v1=${digest(now(), SECRET, body)}`, body)).toEqual([])
})
