// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openPayPalScene, walletCharge } from '#test/paypal-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'
import { LOSSES, losing } from '#test/provider-sandbox/lost-requests.ts'

/** Wherever we die, what is left is what is remembered and what PayPal's book holds. */
let scene: Awaited<ReturnType<typeof openPayPalScene>>

beforeAll(async () => {
  scene = await openPayPalScene()
  // The access token is there, so that a request's number says what it is.
  await scene.paid()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

const casesOf = (requests: readonly string[]) =>
  requests.flatMap((request, number) => LOSSES.map((loss) => [request, loss, number] as const))

describe('A payment', () => {
  test.each(LOSSES)('whose order is lost %s is never charged: its number is unknown', async (loss) => {
    const charge = walletCharge('order')
    await expect(losing(0, loss, () => scene.authorize(charge))).rejects.toThrow(UnknownOutcome)
    expect(await scene.inquire(charge)).toEqual({ kind: 'not-found' })
  })

  test('whose number could not be remembered is never charged', async () => {
    const charge = walletCharge('order')
    const rememberReference = () => Promise.reject(new Error('the database is gone'))
    const call = { ...scene.callAbout(charge.attemptId), rememberReference }
    await expect(scene.provider.authorize(call, charge)).rejects.toThrow('the database is gone')
    expect(await scene.inquire(charge)).toEqual({ kind: 'not-found' })
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test.each(casesOf(['question', 'capture']))('whose %s is lost %s is charged once', async (_, loss, number) => {
    const charge = await scene.approved('capture')
    await expect(losing(number, loss, () => scene.inquire(charge))).rejects.toThrow(UnknownOutcome)
    expect(await scene.inquire(charge)).toMatchObject(code('0000'))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(1)
  })

  test.each(casesOf(['question', 'capture']))('whose %s is lost %s is reversed', async (_, loss, number) => {
    const charge = await scene.approved('capture')
    await expect(losing(number, loss, () => scene.inquire(charge))).rejects.toThrow(UnknownOutcome)
    await scene.reverse(charge)
    expect(await scene.inquire(charge)).toMatchObject(code('1001'))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })
})

test.each(casesOf(['bar', 'question', 'refund']))(
  'a reversal whose %s is lost %s is repeated until it is confirmed, and gives back once',
  async (_, loss, number) => {
    const charge = await scene.paid()
    await expect(losing(number, loss, () => scene.reverse(charge))).rejects.toThrow(UnknownOutcome)
    await scene.reverse(charge)
    expect(scene.sandbox.book.givenBack(scene.sandbox.book.orderOf(charge.attemptId)!)).toBe(1000n)
  },
)

test.each(casesOf(['question', 'refund']))(
  'a refund whose %s is lost %s is executed once by the inquiry',
  async (_, loss, number) => {
    const charge = await scene.paid()
    const refund = scene.refundOf(charge, 300n)
    await expect(losing(number, loss, () => scene.followUp(refund))).rejects.toThrow(UnknownOutcome)
    for (const again of [1, 2]) expect([again, await scene.inquire(refund)]).toMatchObject([again, code('0000')])
    expect(scene.sandbox.book.givenBack(scene.sandbox.book.orderOf(charge.attemptId)!)).toBe(300n)
  },
)
