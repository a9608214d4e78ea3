import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
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

describe('A payment', () => {
  test.each(['silence-after', 'reset', 'error-500', 'error-500-after', 'cut'])(
    'whose order is lost by %s is unknown, and nothing is charged',
    async (reference) => {
      const charge = walletCharge(reference)
      await expect(scene.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
      expect(await scene.inquire(charge)).toEqual({ kind: 'not-found' })
      await scene.reverse(charge)
      expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
    },
  )

  test('is found by its order number if only a notice contains it', async () => {
    const charge = walletCharge('silence-after')
    await expect(scene.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
    scene.sandbox.approve(charge.attemptId)
    const [notice] = await scene.sandbox.noticesOf(charge.attemptId)
    const [entry] = scene.provider.readNotice(scene.sandbox.credentials, notice!) as readonly {
      fields: Record<string, string>
    }[]
    expect(await scene.inquire(charge, { notices: [entry!.fields] })).toMatchObject(code('0000'))
    expect(scene.references.get(charge.attemptId)).toBe(scene.sandbox.orderIdOf(charge.attemptId))
  })

  test.each([
    ['capture-silence', 0],
    ['capture-silence-after', 1],
    ['capture-reset', 1],
    ['capture-error-500', 0],
    ['capture-error-500-after', 1],
    ['capture-cut', 1],
  ])('whose capture is lost by %s is unknown, charged %i times, and found when asked again', async (reference, net) => {
    const charge = await scene.approved(reference)
    await expect(scene.inquire(charge, {}, soon())).rejects.toThrow(UnknownOutcome)
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(net)
    expect(await scene.inquire(charge)).toMatchObject(code('0000'))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(1)
  })
})
