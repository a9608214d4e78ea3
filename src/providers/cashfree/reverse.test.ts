import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charge, UnknownOutcome } from '#providers/port/provider.ts'
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

describe('A reversal', () => {
  test('concurrent with the payer leaves no charge, regardless of who is first', async () => {
    const charges = await Promise.all(Array.from({ length: 30 }, () => scene.opened()))
    const pay = ({ attemptId }: Charge) => scene.sandbox.pay(attemptId)
    await Promise.all(
      charges.map(async (charge, index) => {
        if (index % 3 === 0) pay(charge)
        const undone = scene.reverse(charge)
        if (index % 3 === 1) await sleep(Math.random() * 30).then(() => pay(charge))
        await undone
        pay(charge)
      }),
    )
    const taken = charges.filter(({ attemptId }) => scene.sandbox.book.links.get(attemptId)!.status === 'PAID')
    for (const { attemptId } of charges) expect(await scene.sandbox.netCharges(attemptId)).toBe(0)
    // Some payers paid before the reversal and some came too late, regardless of the random ones.
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.length).toBeLessThan(charges.length)
  })

  test('of a payment that its bank has not decided about is not confirmed, and gives back what was taken', async () => {
    const charge = await scene.opened()
    scene.sandbox.pay(charge.attemptId, 'PENDING')
    await expect(scene.reverse(charge)).rejects.toThrow(UnknownOutcome)
    scene.sandbox.settlePayment(charge.attemptId, 'SUCCESS')
    await scene.reverse(charge)
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
    expect(await scene.inquire(charge)).toMatchObject(code('1001'))
  })

  test('of a refund is impossible', async () => {
    const refund = scene.refundOf(await scene.paid())
    await scene.followUp(refund)
    await expect(scene.reverse(refund)).rejects.toThrow(UnknownOutcome)
  })
})
