import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soon } from '#provider/contract/test-charges.ts'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { openCashfreeScene, upiCharge } from '#test/cashfree-sandbox/fixture.ts'
import { code } from '#test/provider-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openCashfreeScene>>

beforeAll(async () => {
  scene = await openCashfreeScene()
})
afterAll(async () => {
  await scene.sandbox.close()
  expect(scene.sandbox.complaints).toEqual([])
})

describe('A payment', () => {
  test.each(['UPI', 'QR_CODE'] as const)('by %s waits for its payer', async (method) => {
    const charge = upiCharge('plain', method)
    const url = expect.stringMatching(/^https:\/\/payments-test\.cashfree\.com\/links\//)
    expect(await scene.authorize(charge)).toEqual({ kind: 'shopper-step', step: { kind: 'redirect', url } })
    expect(await scene.inquire(charge)).toMatchObject({ kind: 'shopper-step' })
    scene.sandbox.pay(charge.attemptId)
    expect(await scene.inquire(charge)).toMatchObject(code('0000'))
  })

  test.each([
    ['FAILED', 'ZM', '1000'],
    ['FAILED', 'Z9', '1004'],
    ['FAILED', 'K1', '4101'],
    ['USER_DROPPED', null, '1003'],
    ['CANCELLED', null, '1003'],
  ] as const)('that ends as %s %s is %s, and can no longer be paid', async (status, raw, is) => {
    const charge = await scene.opened()
    scene.sandbox.pay(charge.attemptId, status, raw)
    expect(await scene.inquire(charge)).toMatchObject(code(is))
    scene.sandbox.pay(charge.attemptId)
    expect(await scene.inquire(charge)).toMatchObject(code(is))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('that is pending at the bank is decided later', async () => {
    const [good, bad] = [await scene.opened(), await scene.opened()]
    for (const { attemptId } of [good, bad]) scene.sandbox.pay(attemptId, 'PENDING')
    for (const charge of [good, bad]) expect(await scene.inquire(charge)).toMatchObject(code('1002'))
    scene.sandbox.settlePayment(good.attemptId, 'SUCCESS')
    scene.sandbox.settlePayment(bad.attemptId, 'FAILED')
    expect(await scene.inquire(good)).toMatchObject(code('0000'))
    expect(await scene.inquire(bad)).toMatchObject(code('1000'))
  })

  test('that was begun only still waits, and expires with its link', async () => {
    const charge = await scene.opened()
    scene.sandbox.pay(charge.attemptId, 'NOT_ATTEMPTED')
    expect(await scene.inquire(charge)).toMatchObject({ kind: 'shopper-step' })
    scene.sandbox.book.links.get(charge.attemptId)!.status = 'EXPIRED'
    expect(await scene.inquire(charge)).toMatchObject(code('1005'))
  })

  test('that was paid after one try had failed is taken', async () => {
    const charge = await scene.opened()
    scene.sandbox.pay(charge.attemptId, 'FAILED')
    scene.sandbox.pay(charge.attemptId)
    expect(await scene.inquire(charge)).toMatchObject(code('0000'))
  })

  test('that is over is closed when it is asked about', async () => {
    const charge = await scene.opened()
    expect(await scene.inquire(charge, { isOver: true })).toMatchObject(code('1001'))
    scene.sandbox.pay(charge.attemptId)
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('in another currency, or without a phone number, is never asked for', async () => {
    const plain = upiCharge('plain')
    for (const charge of [
      { ...plain, money: { amount: 1n, currency: 'EUR' } },
      { ...plain, customer: { ...plain.customer, phone: null } },
    ]) {
      expect(await scene.authorize(charge)).toMatchObject(code('1001'))
    }
    expect(scene.sandbox.book.links.has(plain.attemptId)).toBe(false)
  })

  test.each([
    ['silence', false],
    ['silence-after', true],
    ['reset', true],
    ['error-500', false],
    ['error-500-after', true],
    ['cut', true],
  ])('whose link is lost by %s is unknown until it is asked about', async (reference, isThere) => {
    const charge = upiCharge(reference)
    await expect(scene.authorize(charge, soon())).rejects.toThrow(UnknownOutcome)
    expect(await scene.inquire(charge)).toMatchObject({ kind: isThere ? 'shopper-step' : 'not-found' })
    expect(scene.references.has(charge.attemptId)).toBe(isThere)
  })
})
