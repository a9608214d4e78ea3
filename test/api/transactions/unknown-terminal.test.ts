import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attributesOf, fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { newVisitor } from '#test/visitor.ts'
import { paymentOf } from '../payments/payer.ts'
import { payoutOf } from '../payouts/payout-requests.ts'

// docs/reference/requests.md#refusals

let app: RunningGateway
let merchant: TestMerchant
let stranger: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  ;[merchant, stranger] = [await app.newMerchant(), await app.newMerchant()]
})
afterAll(() => app.close())

const followUp = (terminal_id: string) => ({
  terminal_id,
  reference: newReference(),
  currency: 'EUR',
  amount: 1,
  transaction_type: 'REFUND',
  metadata: { order: '1' },
})

/** Every call that names a terminal in its body and records a transaction. */
const CALLS: Record<string, (terminal_id: string) => object> = {
  authorize: (terminal_id) => merchant.order({ terminal_id, metadata: { order: '1' } }),
  payment: (terminal_id) => paymentOf(merchant, { terminal_id, metadata: { order: '1' } }),
  payout: (terminal_id) => payoutOf(merchant, { terminal_id, metadata: { order: '1' } }),
  manage: followUp,
}

async function send(call: string, terminal_id: string) {
  const { status, body } = await merchant.call('POST', `/api/transactions/${call}`, {
    body: CALLS[call]!(terminal_id),
  })
  expect(status).toBe(200)
  return call === 'manage' ? body : body.result
}

describe.each(Object.keys(CALLS))('a %s on a terminal that does not exist', (call) => {
  it('is an INVALID record with the terminal_id as sent, readable by its id and in the list, and holds no reference', async () => {
    for (const terminal_id of [`ter "${newReference().slice(0, 9)}ß`, stranger.terminalId]) {
      const record = await send(call, terminal_id)
      expect(record).toMatchObject({
        status: 'INVALID',
        processing_code: '2013',
        terminal_id,
        metadata: { order: '1' },
      })
      expect(record.errors).toMatchObject([{ property: 'terminal_id' }])
      expect(await merchant.status(record.id)).toEqual({ found: true, transaction: record })
      const list = `/api/transactions?terminal_id=${encodeURIComponent(terminal_id)}&transaction_type=${record.transaction_type}`
      await expect.poll(async () => (await merchant.call('GET', list)).body.items).toMatchObject([{ id: record.id }])
      expect((await stranger.status(record.id)).found).toBe(false)
    }
  })

  it('has its event, for the endpoints of all terminals alone', async () => {
    const url = 'http://127.0.0.1:9/hook'
    const endpoints = []
    for (const [by, terminal_id] of [
      [merchant, undefined],
      [merchant, merchant.terminalId],
      [stranger, undefined],
      [stranger, stranger.terminalId],
    ] as const)
      endpoints.push((await by.call('POST', '/api/webhook-endpoints', { body: { url, terminal_id } })).body.id)
    for (const terminal_id of ['ter_nobody', stranger.terminalId]) {
      const { id } = await send(call, terminal_id)
      const { items } = (await merchant.call('GET', `/api/events?transaction_id=${id}`)).body
      expect(items).toMatchObject([{ payload: { id, terminal_id, status: 'INVALID', processing_code: '2013' } }])
      const told = items[0].deliveries.map(({ webhook_endpoint_id }: Record<string, string>) => webhook_endpoint_id)
      expect(endpoints.filter((endpoint) => told.includes(endpoint))).toEqual([endpoints[0]])
    }
  })

  it('is shown in the dashboard under the id as sent', async () => {
    const owner = await newVisitor(app, 'owner', merchant.merchantId)
    const { id } = await send(call, 'ter_nobody')
    const [page, list] = [
      await owner.get(`/dashboard/transactions/${id}`),
      await owner.get(`/dashboard/transactions?q=${id}`),
    ]
    expect([page.status, list.status]).toEqual([200, 200])
    expect(fieldsOf(page.text, 'terminal')).toEqual(['ter_nobody'])
    expect(attributesOf(list.text, 'data-id')).toContain(id)
  })
})
