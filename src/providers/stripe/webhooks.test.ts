import { afterAll, beforeAll, expect, test } from 'vitest'
import { CREDENTIALS } from '#test/stripe-sandbox/account.ts'
import { type Connection, openConnection } from '#test/stripe-sandbox/connection.ts'
import { openWebhookReceiver, type ReceivedWebhook } from '#test/webhook-receiver.ts'

let on: Connection
beforeAll(async () => {
  on = await openConnection()
})
afterAll(() => on.close())

test('webhooks arrive in any order, several times, and forged ones are known', async () => {
  const receiver = await openWebhookReceiver()
  await Promise.all(Array.from({ length: 12 }, () => on.pay()))
  const { events } = on.sandbox
  await events.deliver(receiver.url, { copies: 2, reversed: true })
  const genuine = receiver.received.splice(0).map(readBy)
  await events.deliver(receiver.url, { forged: true })
  expect(receiver.received.map(readBy)).toEqual(events.all.map(() => 'forged'))
  await receiver.close()
  const keys = genuine.flatMap((entries) => (entries === 'forged' ? ['forged'] : entries.map(({ key }) => key)))
  expect(keys.length).toBe(24)
  expect(keys).not.toContain('forged')
  expect(new Set(keys).size).toBe(keys.length / 2)
})

test('webhooks that come late, after the reversal, change nothing', async () => {
  const { charge } = await on.pay()
  await on.reverse(charge)
  expect(on.sandbox.events.all.at(-1)!.type).toBe('refund.created')
  expect(await on.inquire(charge)).toMatchObject({ kind: 'outcome', outcome: { code: '1001' } })
})

const readBy = ({ body, headers }: ReceivedWebhook) =>
  on.stripe.readNotice(CREDENTIALS, { body: Buffer.from(body), header: (name) => headers[name] })
