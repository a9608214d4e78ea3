import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { complete, requestAuthentication, toChallenge } from '../three-ds/shopper.ts'

interface Item {
  readonly at: string
  readonly kind: string
  readonly title: string
  readonly code: string | null
  readonly actor: string | null
  readonly detail: string | null
}

let app: AdminApp
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[app, receiver] = await Promise.all([startAdminApp(), openWebhookReceiver()])
})
afterAll(() => Promise.all([app.close(), receiver.close()]))

async function timelineOf(merchant: TestMerchant, id: string): Promise<Item[]> {
  return (await merchant.call('GET', `/api/transactions/${id}/timeline`)).body.items
}

const stepsOf = (items: readonly Item[]) => items.map(({ kind, code }) => (code === null ? kind : `${kind} ${code}`))

/** Its attempt, authentications and end are listed immediately, deliveries once the worker made them. */
function withDelivery(merchant: TestMerchant, id: string): Promise<Item[]> {
  return eventually('the event is delivered', 30, async () => {
    const items = await timelineOf(merchant, id)
    return items.some(({ code }) => code === '204') && items
  })
}

it('lists two attempts with their 3-D Secure, the reason of the retry, and the event', async () => {
  const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
  const first = await toChallenge(merchant)
  const second = (await complete(merchant, first)).body.action
  const challenge = (await requestAuthentication(merchant, second)).body.action
  const { result } = (await complete(merchant, challenge)).body
  const items = await withDelivery(merchant, result.id)
  const authenticated = ['fingerprint', 'challenge', 'authentication Y']
  expect(stepsOf(items)).toEqual([
    ...['created', ...authenticated, 'attempt 1000', 'retry 1000', ...authenticated, 'attempt 0000'],
    ...['finished 0000', 'event', 'delivery 204'],
  ])
  expect(items.find(({ kind }) => kind === 'retry')).toMatchObject({
    title: 'Retried with Bank 2',
    detail: expect.stringContaining('Bank 1 declined'),
  })
  expect(items[0]).toMatchObject({ at: result.created_at, actor: 'customer', detail: 'Two bags of beans' })
})

it('lists the event of the end no earlier than the end, also by a clock that is behind', async () => {
  const { id } = (await app.merchant.authorize({ metadata: NOT_ENROLLED })).body.result
  await app.database.sql`
    update transactions set finished_at = finished_at + interval '1 second' where id = ${id}`
  const items = await timelineOf(app.merchant, id)
  const [end, event] = ['finished', 'event'].map((wanted) => items.find(({ kind }) => kind === wanted)!.at)
  expect(event).toBe(end)
})

it('lists follow-ups by their IDs, each with a timeline of its own', async () => {
  const { merchant } = app
  const { result } = (await merchant.authorize({ amount: 1000 })).body
  const { terminal_id, reference } = result
  const asked = { terminal_id, reference, currency: 'EUR', parent_transaction_id: result.id }
  const body = { ...asked, transaction_type: 'REFUND', amount: 400 }
  const refund = (await merchant.call('POST', '/api/transactions/manage', { body })).body
  const followUp = (await timelineOf(merchant, result.id)).find(({ kind }) => kind === 'follow-up')
  expect(followUp).toMatchObject({ code: '0000', detail: refund.id, title: 'Refund of €4.00: approved' })
  const own = stepsOf(await timelineOf(merchant, refund.id))
  expect(own.slice(0, 3)).toEqual(['created', 'attempt 0000', 'finished 0000'])
})

it('says why a payment was refused, and that a shopper has not come back', async () => {
  const { merchant } = app
  const refused = (await merchant.authorize({ terminal_id: 'ter_unknown' })).body.result
  expect(stepsOf(await timelineOf(merchant, refused.id))).toEqual(['created', 'finished 2013', 'event'])
  const { transaction_id } = await toChallenge(merchant)
  expect(stepsOf(await timelineOf(merchant, transaction_id))).toEqual(['created', 'fingerprint', 'challenge'])
})

it('a failed authentication asks no provider', async () => {
  const { merchant } = app
  const challenge = await toChallenge(merchant)
  const { result } = (await complete(merchant, challenge, 'N')).body
  const steps = stepsOf(await timelineOf(merchant, result.id))
  expect(steps.slice(0, 5)).toEqual(['created', 'fingerprint', 'challenge', 'authentication N', 'finished 1000'])
})

it('an operator finds it by every id and by its reference, and reads the same timeline', async () => {
  const { merchant } = app
  const challenge = await toChallenge(merchant)
  const { result } = (await complete(merchant, challenge)).body
  const event = (await merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body.items[0]
  const [attempt] = await app.database.sql`select attempt_id as id from attempts where transaction_id = ${result.id}`
  for (const q of [result.id, result.order_id, event.id, attempt!.id, challenge.session_id]) {
    const { body } = await app.operator('GET', `/admin/transactions?q=${q}`)
    expect([q, body.items.map(({ id }: { id: string }) => id)]).toEqual([q, [result.id]])
  }
  const byReference = (await app.operator('GET', `/admin/transactions?q=${result.reference}`)).body.items
  expect(byReference).toContainEqual(result)
  const { body } = await app.operator('GET', `/admin/transactions/${result.id}/timeline`)
  expect(stepsOf(body.items)).toEqual(stepsOf(await timelineOf(merchant, result.id)))
  expect((await app.operator('GET', '/admin/transactions/trx_unknown/timeline')).status).toBe(404)
})

it('an operator finds it by the id of the request that made it, and of one that asked about it', async () => {
  const { merchant } = app
  const paid = await merchant.authorize()
  const { id } = paid.body.result
  const asked = await merchant.call('GET', `/api/transactions/${id}/status`)
  for (const answer of [paid, asked]) {
    const q = answer.headers.get('x-request-id')
    expect(q).toBeTruthy()
    // The request log is written within about a second.
    await expect
      .poll(async () => {
        const { body } = await app.operator('GET', `/admin/transactions?q=${q}`)
        return body.items.map((found: { id: string }) => found.id)
      })
      .toEqual([id])
  }
})
