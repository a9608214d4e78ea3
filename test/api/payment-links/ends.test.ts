import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordExpiredLinks } from '#flows/payment-links/record-expired-links.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, eventsOfType, timeIn } from '../expiry/expiries.ts'
import { changeLink, createLink, payLink, readLink } from './links.ts'

// Events of links that expire or complete (docs/reference/payment-links.md#events). The worker rests; the tests run its task.

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  await app.stopWorker()
  merchant = await app.newMerchant()
})
afterAll(() => app.close())

const recordExpired = () => recordExpiredLinks(app.gateway)

/** Statuses in the events of a link of one type. */
async function eventsOf(id: string, type: 'expired' | 'completed') {
  const events = await eventsOfType(merchant, `payment_link.${type}`)
  return events.filter((event) => event.id === id).map(({ status }) => status)
}

const eventCounts = async (id: string) =>
  [(await eventsOf(id, 'expired')).length, (await eventsOf(id, 'completed')).length] as const

it('a lower max_payments that completes the link records one event, and completed_at', async () => {
  const link = await createLink(merchant, { max_payments: 3 })
  await payLink(link.url)
  const { status, body: completed } = await changeLink(merchant, link.id, { max_payments: 1 })
  expect([status, completed.status, completed.completed_at]).toEqual([200, 'COMPLETED', expect.any(String)])
  expect(await eventsOfType(merchant, 'payment_link.completed')).toContainEqual(completed)
  await changeLink(merchant, link.id, { max_payments: 1, message: 'Sold out' })
  expect(await eventCounts(link.id)).toEqual([0, 1])
  expect((await readLink(merchant, link.id)).completed_at).toBe(completed.completed_at)
})

it('of concurrent changes to max_payments one records the event', async () => {
  const link = await createLink(merchant, { max_payments: null })
  await payLink(link.url)
  const changes = Array.from({ length: 8 }, () => changeLink(merchant, link.id, { max_payments: 1 }))
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(await eventCounts(link.id)).toEqual([0, 1])
})

it.each([
  ['a later expires_at', async () => ({ expires_at: await timeIn(merchant, DAY) })],
  ['no expiry', async () => ({ expires_at: null })],
])('%s after an end that is due loses no event and repeats none', async (_which, change) => {
  const link = await createLink(merchant, { expires_at: await timeIn(merchant, 600) })
  await advance(merchant, 601)
  expect((await changeLink(merchant, link.id, await change())).body.status).toBe('ACTIVE')
  expect(await eventsOf(link.id, 'expired')).toEqual(['EXPIRED'])
  await recordExpired()
  expect(await eventCounts(link.id)).toEqual([1, 0])
  expect(await readLink(merchant, link.id)).toMatchObject({ status: 'ACTIVE' })
})

it('the later end has an event, too', async () => {
  const link = await createLink(merchant, { expires_at: await timeIn(merchant, 600) })
  await advance(merchant, 601)
  await recordExpired()
  await changeLink(merchant, link.id, { expires_at: await timeIn(merchant, 600) })
  await advance(merchant, 601)
  await recordExpired()
  await recordExpired()
  expect(await eventCounts(link.id)).toEqual([2, 0])
})

it('a lower max_payments after an end that is due records that the link expired, then that it completed', async () => {
  const link = await createLink(merchant, { max_payments: 2, expires_at: await timeIn(merchant, 600) })
  await payLink(link.url)
  await advance(merchant, 601)
  expect((await changeLink(merchant, link.id, { max_payments: 1 })).body.status).toBe('COMPLETED')
  await recordExpired()
  expect(await eventCounts(link.id)).toEqual([1, 1])
})

it.each([true, false])(
  'a complete link that is opened again after its end expires once (worker was there first: %s)',
  async (isWorkerFirst) => {
    const link = await createLink(merchant, { expires_at: await timeIn(merchant, 600) })
    await payLink(link.url)
    await advance(merchant, 601)
    if (isWorkerFirst) await recordExpired()
    expect(await eventCounts(link.id)).toEqual([0, 1])
    expect((await changeLink(merchant, link.id, { max_payments: 2 })).body.status).toBe('EXPIRED')
    await recordExpired()
    await recordExpired()
    expect(await eventCounts(link.id)).toEqual([1, 1])
  },
)
