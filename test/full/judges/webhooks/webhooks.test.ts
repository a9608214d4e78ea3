// @module-tag full
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { openWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { type Judge, prepareGo, preparePython } from '../judge.ts'

// The libraries of Standard Webhooks for Python and Go judge what a gateway delivers.

const JUDGES = [
  ['Python', () => preparePython('webhooks', 'verify.py')],
  ['Go', () => prepareGo('webhooks')],
] as const

const UNSIGNED = expect.stringMatching(/no matching signature found/i)
const TOO_OLD = expect.stringMatching(/message timestamp too old/i)

interface Delivery extends Pick<ReceivedWebhook, 'headers' | 'body'> {
  readonly secret: string
}

let app: RunningGateway
let receiver: WebhookReceiver
let endpoint: { id: string; secret: string }
beforeAll(async () => {
  app = await useGateway()
  receiver = await openWebhookReceiver()
  endpoint = await call('/api/webhook-endpoints', { url: receiver.url })
})
afterAll(async () => {
  await app.merchant.call('DELETE', `/api/webhook-endpoints/${endpoint.id}`)
  await receiver.close()
  await app.close()
})

const call = async (path: string, body: object) => (await app.merchant.call('POST', path, { body })).body

/** A payment's event, as it arrives. */
async function deliver(): Promise<Delivery> {
  const { body } = await app.merchant.authorize({ description: 'Café “Zoë”, 2 × ☕' })
  return eventually('the webhook', 60, async () => {
    const webhook = receiver.received.find(({ body: text }) => text.includes(body.result.id))
    return webhook && { ...webhook, secret: endpoint.secret }
  })
}

/** Signs a message correctly, but an hour ago. */
function anHourAgo(delivery: Delivery): Delivery {
  const at = new Date(Date.now() - 3_600_000)
  const id = delivery.headers['webhook-id']!
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(delivery.secret).sign(id, at, delivery.body),
  }
  return { ...delivery, headers }
}

describe.for(JUDGES)('the library for %s', ([, prepare]) => {
  let judge: Judge
  beforeAll(async () => {
    judge = await prepare()
  }, 320_000)
  afterAll(() => judge.remove())

  it('accepts a delivery, and none with another body, an old timestamp or another secret', async ({ skip }) => {
    skip(judge.missing !== undefined, judge.missing)
    const delivery = await deliver()
    const altered = { ...delivery, body: delivery.body.replace('1250', '1249') }
    expect(altered.body).not.toBe(delivery.body)
    const foreign = { ...delivery, secret: `whsec_${randomBytes(32).toString('base64')}` }
    const problems = await judge.ask([delivery, altered, anHourAgo(delivery), foreign])
    expect(problems).toEqual([null, UNSIGNED, TOO_OLD, UNSIGNED])
  })

  it('accepts a delivery by both secrets after a rotation, and an earlier one only by the old', async ({ skip }) => {
    skip(judge.missing !== undefined, judge.missing)
    const before = await deliver()
    const { secret } = await call(`/api/webhook-endpoints/${endpoint.id}/rotate-secret`, {})
    const after = await deliver()
    endpoint = { ...endpoint, secret }
    const problems = await judge.ask([before, { ...before, secret }, after, { ...after, secret }])
    expect(problems).toEqual([null, UNSIGNED, null, null])
  })
})
