import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWebhookReceiver, type ReceivedWebhook, type Reply, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { type GuardedClient, guardedClient, guardedLookup } from './guarded-fetch.ts'

const answers: Record<string, Reply> = {
  '/redirect': { status: 302, headers: { location: '/inside' } },
  '/later': { status: 503, headers: { 'retry-after': '7' } },
  '/continue': { status: 200, body: 'thanks', continues: true },
  '/endless': { status: 200, body: 'x'.repeat(1_000_000) },
}

let receiver: WebhookReceiver
let client: GuardedClient

beforeEach(async () => {
  receiver = await openWebhookReceiver(({ path }: ReceivedWebhook) => answers[path] ?? { status: 200, body: 'thanks' })
  client = guardedClient({ httpsOnly: false, allowPrivate: true })
})

afterEach(async () => {
  await client.close()
  await receiver.close()
})

describe('posting a webhook', () => {
  it('sends the body byte for byte', async () => {
    await client.post(`${receiver.url}/`, { 'content-type': 'application/json' }, '{"name":"Crème ₹"}')
    expect(receiver.received[0]).toMatchObject({ body: '{"name":"Crème ₹"}' })
  })

  it('does not follow redirects', async () => {
    await expect(client.post(`${receiver.url}/redirect`, {}, '{}')).resolves.toMatchObject({ status: 302 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/redirect'])
  })

  it('returns the value of Retry-After', async () => {
    await expect(client.post(`${receiver.url}/later`, {}, '{}')).resolves.toEqual({
      status: 503,
      beginning: '',
      retryAfter: '7',
    })
  })

  it('reads past an unasked interim answer', async () => {
    await expect(client.post(`${receiver.url}/continue`, {}, '{}')).resolves.toMatchObject({
      status: 200,
      beginning: 'thanks',
    })
    await client.reach(`${receiver.url}/continue`)
    expect(receiver.received).toHaveLength(2)
  })

  it('counts an answer whose body is longer than 64 KB', async () => {
    await expect(client.post(`${receiver.url}/endless`, {}, '{}')).resolves.toMatchObject({ status: 200 })
  })

  it('keeps connections for the next ones', async () => {
    for (let n = 0; n < 20; n += 1) await client.post(`${receiver.url}/`, {}, '{}')
    expect(receiver.connections()).toBeLessThanOrEqual(2)
  })
})

describe('a name that points inside by the time of the connection (DNS rebinding)', () => {
  const strict = { httpsOnly: false, allowPrivate: false }

  it('is never connected to', async () => {
    const rebound = guardedClient(strict, (_name, _options, callback) => {
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    })
    const url = receiver.url.replace('127.0.0.1', 'rebinding.example')
    const attempts = Array.from({ length: 500 }, () => rebound.post(url, {}, '{}'))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toEqual([])
    expect(receiver.connections()).toBe(0)
    await rebound.close()
  })

  it('is connected only at those of its addresses that are outside', async () => {
    const mixed: LookupAddress[] = [
      { address: '127.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
      { address: '::1', family: 6 },
      { address: '2606:4700::1111', family: 6 },
    ]
    const look = guardedLookup(strict, (_name, _options, callback) => callback(null, mixed))
    const all = await new Promise((resolve) => look('mixed.example', { all: true }, (_error, found) => resolve(found)))
    const one = await new Promise((resolve) => look('mixed.example', {}, (_error, found) => resolve(found)))
    expect(all).toEqual([mixed[1], mixed[3]])
    expect(one).toBe('8.8.8.8')
  })
})
