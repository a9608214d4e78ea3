// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charge, type InquiryAnswer, UnknownOutcome } from '#providers/port/provider.ts'
import { stripeAccount } from '#test/stripe-sandbox/account.ts'
import { type Connection, openConnection } from '#test/stripe-sandbox/connection.ts'
import type { Fault } from '#test/stripe-sandbox/steering.ts'

/** Wherever we die, what is left is what is remembered and what Stripe's book holds. */
let on: Connection
beforeAll(async () => {
  on = await openConnection(stripeAccount({ statement_descriptor_suffix: 'LARKSPUR' }))
})
afterAll(() => on.close())

/** create, describe, card, confirm. */
const REQUESTS = [0, 1, 2, 3]
const FAULTS: readonly Fault[] = ['reset', 'late-reset', 'down', 'late-500', 'late-cut', 'late-empty', 'late-foreign']
const CASES = REQUESTS.flatMap((request) => FAULTS.map((fault) => [request, fault] as const))

describe.each(CASES)('a charge whose request %i meets %s', (request, fault) => {
  const broken = async () => {
    const charge = on.newCharge()
    on.sandbox.faults.strike(request, fault)
    await expect(on.authorize(charge)).rejects.toThrow(UnknownOutcome)
    return charge
  }

  test('is found by inquiry as the book has it, remembered or not', async () => {
    const charge = await broken()
    for (const remembered of [true, false]) {
      if (!remembered) on.references.delete(charge.attemptId)
      expect(isApproved(await on.inquire(charge))).toBe(on.net(charge) === 1)
    }
  })

  test('is reversed by its reversal, and stays so when the dead process wakes up', async () => {
    const charge = await broken()
    await on.reverse(charge)
    await on.authorize(charge)
    expect(on.net(charge)).toBe(0)
    expect(isApproved(await on.inquire(charge))).toBe(false)
    expectOneCharge(charge)
  })
})

/** create again, read, and the refund or the cancellation. */
describe.each(['PURCHASE', 'AUTHORIZE'] as const)('the reversal of a %s', (transactionType) => {
  const cases = [0, 1, 2].flatMap((request) => FAULTS.map((fault) => [request, fault] as const))

  test.each(cases)('whose request %i meets %s is repeated until it is confirmed', async (request, fault) => {
    const { charge } = await on.pay({ transactionType })
    on.references.delete(charge.attemptId)
    on.sandbox.faults.strike(request, fault)
    await expect(on.reverse(charge)).rejects.toThrow(UnknownOutcome)
    await on.reverse(charge)
    expect(on.net(charge)).toBe(0)
    expectOneCharge(charge)
  })
})

test('a charge whose reversal fails days later is known to stand again, and is given back in the end', async () => {
  const { charge } = await on.pay()
  await on.reverse(charge)
  on.sandbox.failRefund(charge.attemptId, 'expired_or_canceled_card')
  const [last] = on.sandbox.events.all.slice(-1)
  expect(last).toMatchObject({ type: 'refund.failed', attemptId: charge.attemptId })
  expect(isApproved(await on.inquire(charge))).toBe(true)
  await expect(on.reverse(charge)).rejects.toThrow(UnknownOutcome)
  on.sandbox.forgetKeys()
  await on.reverse(charge)
  expect(on.net(charge)).toBe(0)
})

test('nothing is charged before the reference is remembered', async () => {
  const charge = on.newCharge()
  const call = { ...on.callFor(charge), rememberReference: () => Promise.reject(new Error('the database is gone')) }
  await expect(on.stripe.authorize(call, charge)).rejects.toThrow('the database is gone')
  expect(on.net(charge)).toBe(0)
  expect(await on.inquire(charge)).toEqual({ kind: 'not-found' })
})

test('an inquiry finds the same intent after the settings have changed', async () => {
  const charge = on.newCharge()
  await on.authorize(charge)
  on.references.delete(charge.attemptId)
  const call = { ...on.callFor(charge), account: stripeAccount({ statement_descriptor_suffix: 'OTHER' }) }
  const { attemptId, transactionId, merchantId, reference, money, transactionType: operation } = charge
  const asked = { attemptId, transactionId, merchantId, reference, money, operation, paymentMethod: 'card' }
  const attempt = { ...asked, providerReference: null, parent: null, finalCapture: false, notices: [] }
  expect(isApproved(await on.stripe.inquire(call, attempt))).toBe(true)
  expect(on.sandbox.book.intentOf(attemptId)!.suffix).toBe('LARKSPUR')
})

function isApproved(answer: InquiryAnswer): boolean {
  return answer.kind === 'outcome' && answer.outcome.code === '0000'
}

/** One intent for each attempt, charged once at most. */
function expectOneCharge({ attemptId }: Charge): void {
  const intents = on.sandbox.book.intentsOf(attemptId)
  expect(intents.map(({ timesCharged }) => timesCharged <= 1)).toEqual([true])
}
