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

const back = { returned: { payer: 'canceled' } }

describe('A payer who cancels at PayPal', () => {
  test('is sent back to an address that says so', async () => {
    const charge = walletCharge('cancel', { returnUrl: 'https://gateway.example/returns/mer_1/trx_1' })
    await scene.authorize(charge)
    const created = scene.sandbox.requests.findLast((body) => body.includes(charge.attemptId))!
    const { return_url, cancel_url } = JSON.parse(created).payment_source.paypal.experience_context
    expect([return_url, cancel_url]).toEqual([charge.returnUrl, `${charge.returnUrl}?payer=canceled`])
    expect(scene.provider.returnParameters).toEqual(['payer'])
  })

  test('ends the payment; who only comes back does not', async () => {
    const charge = walletCharge('cancel')
    await scene.authorize(charge)
    expect(await scene.inquire(charge, { returned: {} })).toMatchObject({ kind: 'shopper-step' })
    expect(await scene.inquire(charge, { returned: { payer: 'agreed' } })).toMatchObject({ kind: 'shopper-step' })
    expect(await scene.inquire(charge, back)).toMatchObject(code('1003'))
  })

  test('and had agreed before has paid', async () => {
    const charge = await scene.approved('both')
    expect(await scene.inquire(charge, back)).toMatchObject(code('0000'))
    expect(await scene.inquire(charge, back)).toMatchObject(code('0000'))
  })

  test('and agrees after it is over is charged nothing', async () => {
    const charge = walletCharge('late')
    await scene.authorize(charge)
    await scene.inquire(charge, back)
    scene.sandbox.approve(charge.attemptId)
    expect(await scene.inquire(charge, { isOver: true })).toMatchObject(code('1001'))
    expect(await scene.sandbox.netCharges(charge.attemptId)).toBe(0)
  })
})
