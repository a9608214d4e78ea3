import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openCashfreeScene } from '#test/cashfree-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openCashfreeScene>>

beforeAll(async () => {
  scene = await openCashfreeScene()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

describe('A refund', () => {
  test('gives back parts, and never more than was taken', async () => {
    const charge = await scene.paid()
    expect(await scene.followUp(scene.refundOf(charge, 23_456n))).toMatchObject(code('0000'))
    expect(await scene.followUp(scene.refundOf(charge, 100_001n))).toMatchObject(code('1000'))
    const rest = scene.refundOf(charge, 100_000n)
    for (const _ of [1, 2]) expect(await scene.followUp(rest)).toMatchObject(code('0000'))
    expect(await scene.followUp(scene.refundOf(charge, 1n))).toMatchObject(code('1000'))
  })

  test.each([['refund-pending'], ['refund-held']])(
    '%s is decided later, and may fail after it was done',
    async (word) => {
      const refund = scene.refundOf(await scene.paid(), 500n, word)
      expect(await scene.followUp(refund)).toMatchObject(code('1002'))
      scene.sandbox.settleRefund(refund.attemptId, 'SUCCESS')
      expect(await scene.inquire(refund)).toMatchObject(code('0000'))
      scene.sandbox.settleRefund(refund.attemptId, 'CANCELLED')
      expect(await scene.inquire(refund)).toMatchObject(code('1000'))
      const [notice] = await scene.sandbox.noticesOf(refund.attemptId)
      const { attemptId } = refund
      expect(scene.provider.readNotice(scene.sandbox.credentials, notice!)).toMatchObject([{ attemptId }])
    },
  )

  test.each(['silence', 'silence-after', 'reset', 'error-500', 'error-500-after', 'cut'])(
    'that is lost by %s is executed once by the inquiry',
    async (reference) => {
      const refund = scene.refundOf(await scene.paid(), 100_000n, reference)
      await expect(scene.followUp(refund, soon())).rejects.toThrow(UnknownOutcome)
      for (const _ of [1, 2]) expect(await scene.inquire(refund)).toMatchObject(code('0000'))
      expect(scene.sandbox.book.givenBack(scene.sandbox.book.refunds.get(refund.attemptId)!.orderId)).toBe(100_000)
    },
  )

  test('of a payment that was never taken is refused', async () => {
    expect(await scene.followUp(scene.refundOf(await scene.opened()))).toMatchObject(code('1001'))
  })
})
