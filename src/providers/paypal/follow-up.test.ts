// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openPayPalScene } from '#test/paypal-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openPayPalScene>>

beforeAll(async () => {
  scene = await openPayPalScene()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

describe('A refund', () => {
  test('gives back parts, and never more than was taken', async () => {
    const charge = await scene.paid()
    const whole = scene.refundOf(charge, 700n)
    expect(await scene.followUp(scene.refundOf(charge, 300n))).toMatchObject(code('0000'))
    expect(await scene.followUp(scene.refundOf(charge, 701n))).toMatchObject({
      outcome: { code: '1000', providerResponseCode: 'REFUND_AMOUNT_EXCEEDED' },
    })
    expect(await scene.followUp(whole)).toMatchObject(code('0000'))
    expect(await scene.followUp(whole)).toMatchObject(code('0000'))
    expect(await scene.followUp(scene.refundOf(charge, 1n))).toMatchObject({
      outcome: { providerResponseCode: 'CAPTURE_FULLY_REFUNDED' },
    })
    expect(scene.sandbox.book.givenBack(scene.sandbox.book.orderOf(charge.attemptId)!)).toBe(1000n)
  })

  test('that is pending is decided later', async () => {
    const refund = scene.refundOf(await scene.paid(), 1000n, 'refund-pending')
    expect(await scene.followUp(refund)).toMatchObject(code('1002'))
    expect(await scene.inquire(refund)).toMatchObject(code('1002'))
    scene.sandbox.settleRefund(refund.attemptId, 'COMPLETED')
    expect(await scene.inquire(refund)).toMatchObject(code('0000'))
  })

  test('may fail after it was done, and a notice says so', async () => {
    const refund = scene.refundOf(await scene.paid())
    expect(await scene.followUp(refund)).toMatchObject(code('0000'))
    scene.sandbox.settleRefund(refund.attemptId, 'FAILED')
    expect(await scene.inquire(refund)).toMatchObject(code('1000'))
    const notice = (await scene.sandbox.noticesOf(refund.attemptId)).at(-1)!
    const { attemptId } = refund
    expect(scene.provider.readNotice(scene.sandbox.credentials, notice)).toMatchObject([
      { attemptId, fields: { status: 'FAILED' } },
    ])
  })

  test.each(['silence', 'silence-after', 'reset', 'error-500', 'error-500-after', 'cut'])(
    'that is lost by %s is executed once by the inquiry',
    async (reference) => {
      const refund = scene.refundOf(await scene.paid(), 1000n, reference)
      await expect(scene.followUp(refund, soon())).rejects.toThrow(UnknownOutcome)
      expect(await scene.inquire(refund)).toMatchObject(code('0000'))
      expect(await scene.inquire(refund)).toMatchObject(code('0000'))
      expect(scene.sandbox.book.givenBack(scene.sandbox.book.refundOf(refund.attemptId)!.order)).toBe(1000n)
    },
  )

  test('of a payment that was never taken is refused', async () => {
    const charge = await scene.approved('untaken')
    expect(await scene.followUp(scene.refundOf(charge))).toMatchObject(code('1001'))
  })
})
