// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { failToStart, type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { freePort } from '#test/ports.ts'
import { connectMerchant, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'

// One role a process, on one database (docs/operate/high-availability.md#roles).

let home: Home
let api: GatewayProcess
let merchant: TestMerchant
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[home, receiver] = await Promise.all([makeHome(), openWebhookReceiver()])
  api = await startGateway(home, { PROCESSES: 'api' })
  const { merchant: demo } = api.demo
  merchant = await connectMerchant(api.demo.base_url, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id!,
    clientSecret: demo.client_secret!,
  })
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
}, 120_000)
afterAll(async () => {
  await api?.stop()
  await home?.remove()
  await receiver?.close()
})

it('the API alone takes payments, and a worker alone delivers their events', { timeout: 120_000 }, async () => {
  const { id } = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
  const [event] = (await merchant.call('GET', `/api/events?transaction_id=${id}`)).body.items
  const deliveries = async () => (await merchant.call('GET', `/api/events/${event.id}`)).body.deliveries
  expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0 }])
  const metricsPort = await freePort()
  const worker = await startGateway(home, { PROCESSES: 'worker', METRICS_PORT: String(metricsPort) })
  try {
    expect(worker.greeting).toContain('the background worker alone')
    await eventually('the event is delivered', 30, async () => (await deliveries())[0].status === 'DELIVERED')
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(figures).toMatch(/tollgate_webhook_attempts_total\{.*outcome="delivered"\} 1/)
    expect(figures).toContain('tollgate_worker_task_last_success_timestamp_seconds')
  } finally {
    await worker.stop()
  }
})

it('one role alone needs a database that others use too', async () => {
  const { code, stderr } = await failToStart({ PROCESSES: 'worker' })
  expect([code, stderr]).toEqual([1, expect.stringContaining('PROCESSES=worker needs a DATABASE_URL')])
})
