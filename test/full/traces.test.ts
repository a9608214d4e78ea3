// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '#test/otlp-receiver.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'

// Content of spans for a collector of OpenTelemetry (docs/operate/tracing.md).

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const TIMEOUT = { timeout: 60_000 }
const CARD = '4111111111111111'
const OTHER_CARD = '5555555555554444'

let collector: OtlpReceiver
let webhooks: WebhookReceiver
let home: Home
let gateway: GatewayProcess
let merchant: TestMerchant
beforeAll(async () => {
  ;[collector, webhooks, home] = await Promise.all([openOtlpReceiver(), openWebhookReceiver(), makeHome()])
  gateway = await startGateway(home, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20ours',
    LOG_LEVEL: 'info',
  })
  const { merchant: demo } = gateway.demo
  merchant = await connectMerchant(gateway.demo.base_url, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id!,
    clientSecret: demo.client_secret!,
  })
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: webhooks.url } })
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await home?.remove()
  await Promise.all([collector?.close(), webhooks?.close()])
})

const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)

it('a payment is one trace: request, database, 3-D Secure server and provider, below its caller', TIMEOUT, async () => {
  const body = merchant.order({ reference: 'traced-1' }, { number: CARD })
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  const { result } = (await merchant.call('POST', '/api/transactions/authorize', { body, headers })).body
  expect(result).toMatchObject({ status: 'APPROVED' })
  const root = await eventually('the trace is there', 30, async () =>
    spansOf(TRACE).find(({ parentSpanId }) => parentSpanId === CALLER),
  )
  expect(root).toMatchObject({ name: 'POST /api/transactions/authorize', kind: 2, service: 'tollgate-api' })
  expect(root.attributes).toMatchObject({
    'http.response.status_code': 200,
    'tollgate.transaction_id': result.id,
    'tollgate.reference': 'traced-1',
  })
  const names = spansOf(TRACE).map(({ name }) => name)
  for (const name of ['provider charge', '3-D Secure server', 'database batch', 'database statement']) {
    expect(names).toContain(name)
  }
  const ids = new Set(spansOf(TRACE).map(({ spanId }) => spanId))
  const orphans = spansOf(TRACE).filter(({ parentSpanId }) => parentSpanId !== CALLER && !ids.has(parentSpanId!))
  expect(orphans).toEqual([])
  const line = await eventually('the line is there', 30, async () =>
    gateway
      .printed()
      .split('\n')
      .find((text) => text.includes(TRACE)),
  )
  const paid = { trace_id: TRACE, transaction_id: result.id, reference: 'traced-1', msg: 'request' }
  expect(JSON.parse(line)).toMatchObject(paid)
  expect(collector.headers).toMatchObject({ 'api-key': 'of ours' })
})

it('an event goes out with the trace of its delivery', TIMEOUT, async () => {
  const { result } = (await merchant.authorize()).body
  const webhook = await eventually('the event arrives', 30, async () =>
    webhooks.received.find(({ body }) => body.includes(result.id)),
  )
  const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(webhook.headers.traceparent!)!
  const delivery = await eventually('its span is there', 30, async () =>
    spansOf(traceId!).find((span: ReceivedSpan) => span.spanId === spanId),
  )
  expect(delivery).toMatchObject({ name: 'webhook delivery', service: 'tollgate-worker' })
  expect(delivery.attributes).toMatchObject({ 'tollgate.merchant_id': merchant.merchantId })
  const [cause] = delivery.links!
  const paying = await eventually('the request of the payment is there', 30, async () =>
    spansOf(cause!.traceId).find(({ attributes }) => attributes['tollgate.transaction_id'] === result.id),
  )
  expect(paying.traceId).not.toBe(traceId)
})

it('spans contain no card and no token', TIMEOUT, async () => {
  // A reference may not contain the card that pays, but another one.
  const reference = `my card ${CARD}`
  await merchant.authorize({ reference }, { number: OTHER_CARD })
  await eventually('another trace is there', 30, async () =>
    collector.spans.find(({ attributes }) => String(attributes['tollgate.reference']).startsWith('my card')),
  )
  const told = collector.bodies.join() + gateway.printed()
  expect(told).not.toContain(CARD)
  expect(told).not.toContain(OTHER_CARD)
  expect(told).not.toContain(merchant.token)
  expect(told).not.toContain('of ours')
})
