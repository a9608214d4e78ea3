import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  test('waits for its payer until they agree, and is taken then, once', async () => {
    const charge = walletCharge('plain')
    const url = expect.stringMatching(/^https:\/\/www\.sandbox\.paypal\.com\/checkoutnow\?token=/)
    expect(await scene.authorize(charge)).toEqual({ kind: 'shopper-step', step: { kind: 'redirect', url } })
    expect(await scene.inquire(charge)).toMatchObject({ kind: 'shopper-step' })
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
    scene.sandbox.approve(charge.attemptId)
    const answers = await Promise.all(Array.from({ length: 6 }, () => scene.inquire(charge)))
    for (const answer of answers) expect(answer).toMatchObject(code('0000'))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(1)
  })

  test.each([
    ['capture-declined', '1000', '5120'],
    ['capture-failed', '1000', 'FAILED'],
    ['capture-pending', '1002', 'PENDING_REVIEW'],
    ['refused-TRANSACTION_REFUSED', '1000', 'TRANSACTION_REFUSED'],
    ['refused-PAYER_CANNOT_PAY', '1000', 'PAYER_CANNOT_PAY'],
    ['refused-COMPLIANCE_VIOLATION', '1000', 'COMPLIANCE_VIOLATION'],
    ['refused-PAYEE_BLOCKED_TRANSACTION', '4101', 'PAYEE_BLOCKED_TRANSACTION'],
  ])('of %s ends with %s', async (reference, is, raw) => {
    const charge = await scene.approved(reference)
    expect(await scene.inquire(charge)).toMatchObject({ outcome: { code: is, providerResponseCode: raw } })
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })

  test('that PayPal reviews is decided later', async () => {
    const [good, bad] = [await scene.approved('capture-pending'), await scene.approved('capture-pending')]
    for (const charge of [good, bad]) expect(await scene.inquire(charge)).toMatchObject(code('1002'))
    scene.sandbox.settleCapture(good.attemptId, 'COMPLETED')
    scene.sandbox.settleCapture(bad.attemptId, 'DECLINED')
    expect(await scene.inquire(good)).toMatchObject(code('0000'))
    expect(await scene.inquire(bad)).toMatchObject(code('1000'))
  })

  test('whose way to pay is declined sends the payer again', async () => {
    const charge = await scene.approved('instrument-declined')
    expect(await scene.inquire(charge)).toMatchObject({ kind: 'shopper-step', step: { kind: 'redirect' } })
    expect(await scene.inquire(charge)).toMatchObject({ kind: 'shopper-step' })
    scene.sandbox.approve(charge.attemptId)
    expect(await scene.inquire(charge)).toMatchObject(code('0000'))
  })

  test('of a fraction that PayPal cannot write is never asked for', async () => {
    const charge = walletCharge('fraction', { money: { amount: 1050n, currency: 'HUF' } })
    expect(await scene.authorize(charge)).toMatchObject(code('1001'))
    expect(scene.sandbox.orderIdOf(charge.attemptId)).toBeNull()
  })

  test.each(['JPY', 'HUF', 'TWD', 'EUR'])('in %s arrives as it was asked for', async (currency) => {
    const charge = await scene.paid({ money: { amount: 120_000n, currency } })
    const value = { JPY: '120000', HUF: '1200', TWD: '1200', EUR: '1200.00' }[currency]
    expect(scene.sandbox.book.orderOf(charge.attemptId)!.amount).toEqual({ currency_code: currency, value })
  })

  test('goes on with a new token where PayPal has called the old one back', async () => {
    const charge = walletCharge('renewed')
    await scene.authorize(charge)
    const { issued } = scene.sandbox.access
    scene.sandbox.access.callBack()
    scene.sandbox.approve(charge.attemptId)
    expect(await scene.inquire(charge)).toMatchObject(code('0000'))
    expect(scene.sandbox.access.issued).toBe(issued + 1)
  })
})
