import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARD_NUMBER, CRYPTOGRAM, CVV, proofOf } from '#provider/contract/test-charges.ts'
import { type Connection, openConnection } from '#test/stripe-sandbox/connection.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterAll(() => on.close())

const REFERENCES = [
  '',
  'decline=stolen_card network=43',
  'status=processing',
  'fault=create:down',
  'fault=card:late-500',
  'fault=confirm:late-cut',
  'fault=confirm:reset',
]

/** Collects everything a flow can see: answers, errors with their causes, stored exchanges, references, notices. */
async function everythingSeen(): Promise<string> {
  const seen: unknown[] = []
  for (const reference of REFERENCES) {
    const charge = on.newCharge({ reference, proof: proofOf('Y') })
    seen.push(await on.authorize(charge).catch((error: unknown) => error))
    seen.push(await on.inquire(charge))
    if (reference === '') seen.push(await on.followUp(on.after(charge, 'REFUND', { amount: 10n })))
    seen.push(await on.reverse(charge))
  }
  const notices = on.sandbox.events.all.map(({ text }) => text)
  return inspect([seen, on.exchanges, [...on.references], notices], { depth: null, maxArrayLength: null })
}

test('no card number, security code, cryptogram, card token, key or secret is seen beyond the connection', async () => {
  const seen = await everythingSeen()
  const tokens = [...on.sandbox.book.paymentMethods]
  expect(tokens.length).toBeGreaterThan(3)
  const secrets = [CARD_NUMBER, CRYPTOGRAM, SECRET_KEY, WEBHOOK_SECRET, ...tokens]
  for (const secret of [...secrets, `'${CVV}'`, `"${CVV}"`]) expect(seen).not.toContain(secret)
})

test('Stripe saw the card once for each charge, in the request that is about nothing else', async () => {
  const holding = (secret: string) =>
    on.sandbox.requests.filter(({ text }) => text.includes(encodeURIComponent(secret)))
  expect(new Set(holding(CARD_NUMBER).map(({ request }) => request))).toEqual(new Set(['card {}']))
  expect(new Set(holding(CRYPTOGRAM).map(({ request }) => request.split(' ')[0]))).toEqual(new Set(['confirm']))
})

test('an exchange keeps what an investigation needs', async () => {
  const { charge } = await on.pay({ reference: 'decline=insufficient_funds network=51' })
  const intent = on.references.get(charge.attemptId)
  expect(on.exchanges.slice(-3)).toMatchObject([
    {
      request: 'POST /v1/payment_intents',
      requestFields: { amount: '1000', currency: 'eur', attempt_id: charge.attemptId },
    },
    { request: 'POST /v1/payment_methods', requestFields: {}, httpStatus: 200 },
    {
      request: `POST /v1/payment_intents/${intent}/confirm`,
      httpStatus: 402,
      answerFields: { 'error.decline_code': 'insufficient_funds', 'error.network_decline_code': '51' },
    },
  ])
})
