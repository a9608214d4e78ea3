import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockReplacedSecrets, rotateWebhookSecret } from '#store/events/webhook-endpoints.ts'
import { deliverAll, openWebhookWorld } from '#test/webhook-fixture.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { closeWebhookDispatcher, type WebhookDispatcher } from './webhook-dispatcher.ts'
import { encodedSecret, newWebhookSecret, sealEarlier, sealSecret, type WebhookSecret } from './webhook-secret.ts'

let world: Awaited<ReturnType<typeof openWebhookWorld>>
let receiver: WebhookReceiver
let dispatchers: WebhookDispatcher[]

beforeEach(async () => {
  world = await openWebhookWorld()
  receiver = await openWebhookReceiver(() => ({ status: 204 }))
  dispatchers = []
})

afterEach(async () => {
  await receiver.close()
  await Promise.all(dispatchers.map(closeWebhookDispatcher))
  await world.drop()
})

function newDispatcher(): WebhookDispatcher {
  const dispatcher = world.openWebhookDispatcher({})
  dispatchers.push(dispatcher)
  return dispatcher
}

/** Replaces an endpoint's secret as the API does. */
async function rotate(id: string): Promise<WebhookSecret> {
  const { vault, merchantId } = world
  const secret = newWebhookSecret()
  await world.sql.begin(async (sql) => {
    const replaced = (await lockReplacedSecrets(sql, merchantId, id))!
    await rotateWebhookSecret(sql, merchantId, id, sealSecret(vault, id, secret), sealEarlier(vault, id, replaced))
  })
  return secret
}

describe('after a rotation', () => {
  it('a webhook is signed with both secrets for 24 hours, then with the new one alone', async () => {
    const endpoint = await world.register(receiver.url)
    const secret = await rotate(endpoint.id)
    const dispatcher = newDispatcher()
    await world.announce(1, [endpoint.id])
    await deliverAll(dispatcher)
    await world.sql`update webhook_endpoints set previous_secret_until = now()`
    await world.announce(1, [endpoint.id])
    await deliverAll(dispatcher)

    const [during, after] = receiver.received
    expect(() => new Webhook(endpoint.secret).verify(during!.body, during!.headers)).not.toThrow()
    expect(() => new Webhook(encodedSecret(secret)).verify(during!.body, during!.headers)).not.toThrow()
    expect(() => new Webhook(endpoint.secret).verify(after!.body, after!.headers)).toThrow()
    expect(() => new Webhook(encodedSecret(secret)).verify(after!.body, after!.headers)).not.toThrow()
  })
})

describe('after several rotations', () => {
  /** Which of these secrets signed the latest webhook. */
  async function signing(endpointId: string, secrets: readonly WebhookSecret[]) {
    await world.announce(1, [endpointId])
    await deliverAll(newDispatcher())
    const { body, headers } = receiver.received.at(-1)!
    return secrets.map((secret) => {
      try {
        return new Webhook(encodedSecret(secret)).verify(body, headers) !== undefined
      } catch {
        return false
      }
    })
  }

  const age = (hours: number) => world.sql`
    update webhook_endpoints set previous_secret_until = previous_secret_until - make_interval(hours => ${hours}),
      earlier_secrets_until = array(
        select until - make_interval(hours => ${hours}) from unnest(earlier_secrets_until) as until order by until desc
      )`

  it('every secret signs until 24 hours after it was replaced, and no longer', async () => {
    const { id } = await world.register(receiver.url)
    const secrets = [await rotate(id), await rotate(id)]
    await age(20)
    secrets.push(await rotate(id), await rotate(id))
    expect(await signing(id, secrets)).toEqual([true, true, true, true])
    await age(5)
    expect(await signing(id, secrets)).toEqual([false, true, true, true])
    secrets.push(await rotate(id))
    expect(await signing(id, secrets)).toEqual([false, true, true, true, true])
    await age(25)
    expect(await signing(id, secrets)).toEqual([false, false, false, false, true])
  })

  it('rotations at the same moment lose none, and the twelve newest sign at most', async () => {
    const { id } = await world.register(receiver.url)
    const secrets = await Promise.all(Array.from({ length: 5 }, () => rotate(id)))
    expect(await signing(id, secrets)).toEqual(secrets.map(() => true))
    for (let more = 0; more < 12; more += 1) secrets.push(await rotate(id))
    expect(await signing(id, secrets)).toEqual(secrets.map((_, place) => place >= 5))
  })
})
