// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardInstrument, TokenCryptogram } from '#domain/instrument.ts'
import { Secret } from '#domain/secret.ts'
import { chargeOf, proofOf, soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { stripeAccount } from '#test/stripe-sandbox/account.ts'
import { type Connection, openConnection, type Terms } from '#test/stripe-sandbox/connection.ts'

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterAll(() => on.close())

const CARD = chargeOf(stripeAccount(), {}).instrument as CardInstrument
const TAVV: TokenCryptogram = { value: new Secret('AgAAAAAABk4DWZ4C28yUQAAAAAA='), eci: '07', source: 'network-token' }
const outcome = (code: string) => ({ kind: 'outcome', outcome: { code } })

describe.each(['AUTHORIZE', 'PURCHASE'] as const)('%s', (transactionType) => {
  const pay = (terms: Terms) => on.pay({ transactionType, ...terms })

  test('approved', async () => {
    const { charge, answer } = await pay({})
    expect(answer).toMatchObject({
      outcome: { code: '0000', approvalCode: '123456', checks: { avs: 'match', cvv: 'match' } },
    })
    expect(await on.inquire(charge)).toEqual(answer)
    const { status, captureMethod } = on.sandbox.book.intentOf(charge.attemptId)!
    const held = transactionType === 'AUTHORIZE'
    expect([status, captureMethod]).toEqual(held ? ['requires_capture', 'manual'] : ['succeeded', 'automatic'])
  })

  test.each([
    ['insufficient_funds', '1004'],
    ['fraudulent', '4101'],
    ['issuer_not_available', '1001'],
    ['a_code_of_tomorrow', '1000'],
  ])('declined with %s: %s, and an inquiry says the same', async (decline, code) => {
    const { charge, answer } = await pay({ reference: `decline=${decline}` })
    expect(answer).toMatchObject({ kind: 'outcome', outcome: { code, providerResponseCode: decline } })
    expect(await on.inquire(charge)).toEqual(answer)
    expect(on.net(charge)).toBe(0)
  })

  test('asked again after a decline, it gives the first answer again, and the issuer is not asked again', async () => {
    const { charge, answer } = await pay({ reference: 'decline=do_not_honor' })
    expect(await on.authorize(charge)).toEqual(answer)
    const refused = on.sandbox.events.all.filter(({ attemptId }) => attemptId === charge.attemptId)
    expect(refused.map(({ type }) => type)).toEqual(['payment_intent.payment_failed'])
  })

  test('a card that Stripe rejects outright is declined, and no charge exists', async () => {
    const card = { ...CARD.card, number: new Secret('4000000000000002') }
    const { charge, answer } = await pay({ instrument: { kind: 'card', card, cryptogram: null } })
    expect(answer).toMatchObject({ outcome: { code: '1000', providerResponseCode: 'incorrect_number' } })
    expect(await on.inquire(charge)).toEqual({ kind: 'not-found' })
  })

  test.each([
    ['a token with a cryptogram', { instrument: { ...CARD, cryptogram: TAVV } }],
    ['another instrument', { instrument: { kind: 'redirect', method: 'WALLETS', payer: null } }],
    ['an amount that Stripe cannot count', { money: { amount: 1001n, currency: 'KWD' } }],
  ] as const)('%s is rejected, and no request is sent', async (_what, terms) => {
    const before = on.sandbox.requests.length
    const { charge, answer } = await pay(terms)
    expect(answer).toMatchObject(outcome('1001'))
    if ('money' in terms) expect(await on.inquire(charge)).toEqual({ kind: 'not-found' })
    if ('money' in terms) await on.reverse(charge)
    expect(on.sandbox.requests).toHaveLength(before)
  })

  test('a soft decline asks for an authentication, and its proof is what the issuer wanted', async () => {
    const reference = 'decline=authentication_required code=authentication_required soft=yes'
    const { charge, answer } = await pay({ reference })
    expect(answer).toMatchObject({ kind: 'authentication-required', outcome: { code: '1000' } })
    expect(await on.inquire(charge)).toEqual(answer)
    expect((await pay({ reference, proof: proofOf('Y') })).answer).toMatchObject(outcome('0000'))
  })

  test('pending while Stripe works on it, approved when it has', async () => {
    const { charge, answer } = await pay({ reference: 'status=processing' })
    expect(answer).toMatchObject(outcome('1002'))
    expect(await on.inquire(charge)).toEqual(answer)
    on.sandbox.book.intentOf(charge.attemptId)!.status =
      transactionType === 'AUTHORIZE' ? 'requires_capture' : 'succeeded'
    expect(await on.inquire(charge)).toMatchObject(outcome('0000'))
  })

  test.each(['confirm:late-silence', 'confirm:late-reset', 'confirm:late-500', 'confirm:late-cut'])(
    'charged, and the answer lost (%s): found by inquiry, charged once',
    async (fault) => {
      const charge = on.newCharge({ transactionType, reference: `fault=${fault}` })
      await expect(on.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
      expect(await on.inquire(charge)).toMatchObject(outcome('0000'))
      expect(on.net(charge)).toBe(1)
    },
  )

  test.each([
    'create:silence',
    'create:late-silence',
    'create:down',
    'card:silence',
    'card:down',
    'confirm:silence',
    'confirm:down',
  ])('not charged, and no answer (%s): not found, and nothing of it can come later', async (fault) => {
    const charge = on.newCharge({ transactionType, reference: `fault=${fault}` })
    await expect(on.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
    expect(await on.inquire(charge)).toEqual({ kind: 'not-found' })
    await on.reverse(charge)
    expect(await on.authorize(charge)).toMatchObject(outcome('1001'))
    expect(on.net(charge)).toBe(0)
  })

  test('a failure that Stripe keeps under the key of the intent was no charge, and is barred when it is forgotten', async () => {
    const charge = on.newCharge({ transactionType, reference: 'fault=create:kept-500' })
    await expect(on.authorize(charge)).rejects.toThrow(UnknownOutcome)
    expect(await on.inquire(charge)).toEqual({ kind: 'not-found' })
    await expect(on.authorize(charge)).rejects.toThrow(UnknownOutcome)
    await expect(on.reverse(charge)).rejects.toThrow(UnknownOutcome)
    on.sandbox.forgetKeys()
    await on.reverse(charge)
    expect(on.sandbox.book.intentOf(charge.attemptId)!.status).toBe('canceled')
  })

  test('asked too often, it asks again after a pause', async () => {
    const { charge, answer } = await pay({ reference: 'fault=confirm:busy' })
    expect(answer).toMatchObject(outcome('0000'))
    expect(on.net(charge)).toBe(1)
  })
})

test('nothing was asked or answered that the definition does not know', () => {
  expect(on.sandbox.complaints).toEqual([])
})
