// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openCashfreeScene, payoutTo, upiCharge } from '#test/cashfree-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'
import { LOSSES, losing } from '#test/provider-sandbox/lost-requests.ts'

/** Wherever we die, what is left is our own ids and what Cashfree's book holds. */
let scene: Awaited<ReturnType<typeof openCashfreeScene>>

beforeAll(async () => {
  scene = await openCashfreeScene()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

const casesOf = (requests: readonly string[]) =>
  requests.flatMap((request, number) => LOSSES.map((loss) => [request, loss, number] as const))

describe('A payment', () => {
  test.each(LOSSES)('whose link is lost %s is found by its own id, or is not there', async (loss) => {
    const charge = upiCharge('link')
    await expect(losing(0, loss, () => scene.authorize(charge))).rejects.toThrow(UnknownOutcome)
    const isThere = loss === 'with its answer'
    expect(await scene.inquire(charge)).toMatchObject({ kind: isThere ? 'shopper-step' : 'not-found' })
  })

  test.each(casesOf(['link', 'orders', 'payments', 'reversal']))(
    'whose question about its %s is lost %s is found when asked again',
    async (_, loss, number) => {
      const charge = await scene.paid()
      await expect(losing(number, loss, () => scene.inquire(charge))).rejects.toThrow(UnknownOutcome)
      expect(await scene.inquire(charge)).toMatchObject(code('0000'))
      expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(1)
    },
  )

  test.each(casesOf(['link', 'orders', 'payments', 'cancellation', 'link again']))(
    'that failed, and whose %s is lost %s, is declined when asked again',
    async (_, loss, number) => {
      const charge = await scene.opened()
      scene.sandbox.pay(charge.attemptId, 'FAILED', 'Z9')
      await expect(losing(number, loss, () => scene.inquire(charge))).rejects.toThrow(UnknownOutcome)
      expect(await scene.inquire(charge)).toMatchObject(code('1004'))
      scene.sandbox.pay(charge.attemptId)
      expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
    },
  )
})

test.each(casesOf(['cancellation', 'link', 'orders', 'payments', 'refund']))(
  'a reversal whose %s is lost %s is repeated until it is confirmed, and gives back once',
  async (_, loss, number) => {
    const charge = await scene.paid()
    await expect(losing(number, loss, () => scene.reverse(charge))).rejects.toThrow(UnknownOutcome)
    await scene.reverse(charge)
    const [paid] = scene.sandbox.book.links.get(charge.attemptId)!.tries
    expect(scene.sandbox.book.givenBack(paid!.orderId)).toBe(123_456)
  },
)

test.each(casesOf(['orders', 'payments', 'refund']))(
  'a refund whose %s is lost %s is executed once by the inquiry',
  async (_, loss, number) => {
    const refund = scene.refundOf(await scene.paid(), 300n)
    await expect(losing(number, loss, () => scene.followUp(refund))).rejects.toThrow(UnknownOutcome)
    for (const again of [1, 2]) expect([again, await scene.inquire(refund)]).toMatchObject([again, code('0000')])
    expect(scene.sandbox.book.givenBack(scene.sandbox.book.refunds.get(refund.attemptId)!.orderId)).toBe(300)
  },
)

test.each(LOSSES)('a payout that is lost %s went out once, or not at all', async (loss) => {
  const payout = payoutTo('Ada Lindqvist')
  await expect(losing(0, loss, () => scene.authorize(payout))).rejects.toThrow(UnknownOutcome)
  const went = loss === 'with its answer'
  expect(await scene.inquire(payout)).toMatchObject(went ? code('0000') : { kind: 'not-found' })
  expect(await scene.sandbox.netCharges(payout.attemptId)).toBe(went ? 1 : 0)
})
