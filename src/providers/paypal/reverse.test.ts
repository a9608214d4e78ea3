import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openPayPalScene, walletCharge } from '#test/paypal-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openPayPalScene>>

beforeAll(async () => {
  scene = await openPayPalScene()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

describe('A reversal', () => {
  test('of a payment without approval leaves nothing to charge: a later approval is only found', async () => {
    const charge = walletCharge('late')
    await scene.authorize(charge)
    await scene.reverse(charge)
    scene.sandbox.approve(charge.attemptId)
    expect(await scene.inquire(charge, { isOver: true })).toMatchObject(code('1001'))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('of what was approved bars it: PayPal itself refuses to capture it', async () => {
    const charge = await scene.approved('barred')
    await scene.reverse(charge)
    expect(scene.sandbox.book.orderOf(charge.attemptId)!.intent).toBe('AUTHORIZE')
    expect(await scene.inquire(charge)).toMatchObject(code('1001'))
    expect(scene.sandbox.book.orderOf(charge.attemptId)!.capture).toBeNull()
  })

  test('concurrent with captures leaves no charge, regardless of who is first', async () => {
    const charges = await Promise.all(Array.from({ length: 30 }, () => scene.approved('race')))
    await Promise.all(
      charges.map(async (charge, index) => {
        if (index % 3 === 0) await scene.inquire(charge)
        if (index % 3 === 1) await scene.reverse(charge)
        await Promise.all([scene.inquire(charge), scene.reverse(charge)])
      }),
    )
    const captured = charges.filter(({ attemptId }) => scene.sandbox.book.orderOf(attemptId)!.capture !== null)
    for (const { attemptId } of charges) expect(await scene.sandbox.netCharges(attemptId)).toBe(0)
    // Some captures were first and some came too late, regardless of the random ones.
    expect(captured.length).toBeGreaterThan(0)
    expect(captured.length).toBeLessThan(charges.length)
  })

  test('of what was taken gives everything back, also what is left after a refund, once', async () => {
    const charge = await scene.paid()
    await scene.followUp(scene.refundOf(charge, 300n))
    await Promise.all([scene.reverse(charge), scene.reverse(charge)])
    await scene.reverse(charge)
    expect(scene.sandbox.book.givenBack(scene.sandbox.book.orderOf(charge.attemptId)!)).toBe(1000n)
    expect(await scene.inquire(charge)).toMatchObject(code('1001'))
  })

  test('of what PayPal still reviews is not confirmed', async () => {
    const charge = await scene.approved('capture-pending')
    await scene.inquire(charge)
    await expect(scene.reverse(charge)).rejects.toThrow(UnknownOutcome)
    scene.sandbox.settleCapture(charge.attemptId, 'COMPLETED')
    await scene.reverse(charge)
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('of a refund is impossible', async () => {
    const refund = scene.refundOf(await scene.paid())
    await scene.followUp(refund)
    await expect(scene.reverse(refund)).rejects.toThrow(UnknownOutcome)
  })
})
