import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayPalScene, walletCharge } from '#test/paypal-sandbox/fixture.ts'

let scene: Awaited<ReturnType<typeof openPayPalScene>>

beforeAll(async () => {
  scene = await openPayPalScene()
})
afterAll(() => scene.sandbox.close())

test('a probe says which events the webhook lacks, and that it is another one', async () => {
  const { webhook } = scene.sandbox
  const events = webhook.event_types
  webhook.event_types = events.slice(2)
  expect(await scene.provider.probe(scene.callAbout('att'))).toEqual([
    expect.stringContaining('CHECKOUT.ORDER.APPROVED'),
  ])
  webhook.event_types = events
  webhook.id = 'OTHER'
  expect(await scene.provider.probe(scene.callAbout('att'))).toEqual([expect.stringContaining('webhook_id')])
})

test('what is kept of exchanges holds no token, no key and nothing of the payer', async () => {
  const declined = await scene.approved('capture-declined')
  expect(await scene.inquire(declined)).toMatchObject({ outcome: { code: '1000' } })
  const charge = await scene.paid()
  await scene.followUp(scene.refundOf(charge, 100n))
  await scene.reverse(charge)
  await expect(scene.authorize(walletCharge('error-500'))).rejects.toThrow()
  const kept = JSON.stringify(scene.exchanges)
  expect(kept).toContain('DECLINED')
  const { credentials, access } = scene.sandbox
  const keys = [credentials.client_id, credentials.client_secret].map((key) => key!.current.reveal())
  expect(access.tokens).toHaveLength(1)
  for (const secret of [...keys, ...access.tokens, 'Bearer', 'Basic', 'payer@example.com', 'QYR5Z8XDVJNXQ']) {
    expect(kept).not.toContain(secret)
  }
})
