import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveOld } from '#flows/archive/archive.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const CARD = '4111111111111111'

/** The request of this answer, once it is in the log. */
function logged(merchant: TestMerchant, { headers }: { headers: Headers }) {
  return eventually('the request in the log', 60, async () => {
    const { body } = await merchant.call('GET', `/api/requests?request_id=${headers.get('x-request-id')}`)
    return body.items[0]
  })
}

describe('GET /api/requests', () => {
  it('shows the request of a payment and its answer, and nothing of its body', async () => {
    const { merchant } = app
    const paid = await merchant.authorize({ description: 'a description that no log has' })
    const entry = await logged(merchant, paid)
    expect(entry).toEqual({
      request_id: paid.headers.get('x-request-id'),
      received_at: expect.stringMatching(/Z$/),
      method: 'POST',
      path: '/api/transactions/authorize',
      route: '/api/transactions/authorize',
      status: 200,
      processing_code: paid.body.result.processing_code,
      transaction_id: paid.body.result.id,
      duration_ms: expect.any(Number),
      client_id: merchant.clientId,
      refused_fields: [],
    })
  })

  it('names refused fields, but not what was typed in their place', async () => {
    const { merchant } = app
    const refused = await merchant.authorize({ amount: 'much', [CARD]: CARD, currency: 'XX' })
    const entry = await logged(merchant, refused)
    expect(entry).toMatchObject({ status: 422, processing_code: null })
    expect(entry.refused_fields).toEqual(expect.arrayContaining(['amount', 'currency']))
    expect(JSON.stringify(entry)).not.toContain(CARD)
  })

  it("has our ids in its paths, never a token or a merchant's own words", async () => {
    const { merchant } = app
    const { terminalId } = merchant
    const own = await logged(merchant, await merchant.call('GET', `/api/terminals/${terminalId}`))
    expect(own).toMatchObject({ path: `/api/terminals/${terminalId}`, route: '/api/terminals/{id}' })
    const email = await logged(merchant, await merchant.call('GET', '/api/customers/ana@example.com?q=ana'))
    expect(email).toMatchObject({ path: '/api/customers/{id}', status: 422 })
    const token = await logged(merchant, await merchant.call('GET', '/api/payment-methods/tok_0123456789abcdef'))
    expect(token).toMatchObject({ path: '/api/payment-methods/{token}', status: 404 })
  })

  it('filters, and shows another merchant nothing, by any filter', async () => {
    const merchant = await app.newMerchant()
    const missing = await merchant.call('GET', '/api/events/evt_none')
    await logged(merchant, missing)
    await logged(merchant, await merchant.call('GET', '/api/events'))
    const only = async (query: string, who = merchant) => {
      const { body } = await who.call('GET', `/api/requests?${query}`)
      return body.items.map(({ route }: { route: string }) => route)
    }
    expect(await only('errors=true')).toEqual(['/api/events/{id}'])
    expect(await only('status=404')).toEqual(['/api/events/{id}'])
    expect(await only('route=/api/events')).toEqual(['/api/events'])
    expect(await only('method=DELETE')).toEqual([])
    expect(await only(`request_id=${missing.headers.get('x-request-id')}`, app.merchant)).toEqual([])
  })
})

describe('the transaction of a request', () => {
  it('is that of its answer or its path, by which requests are found', async () => {
    const merchant = await app.newMerchant()
    const { id } = (await merchant.authorize()).body.result
    const other = (await merchant.authorize()).body.result
    await merchant.status(id)
    const about = async (one: string) => {
      const { body } = await merchant.call('GET', `/api/requests?transaction_id=${one}`)
      return body.items.map(({ method }: { method: string }) => method).sort()
    }
    await expect.poll(() => about(id)).toEqual(['GET', 'POST'])
    expect(await about(other.id)).toEqual(['POST'])
  })

  it('is there while the shopper is still to be asked', async () => {
    const { merchant } = app
    const asked = await merchant.authorize({ metadata: {} })
    expect(await logged(merchant, asked)).toMatchObject({ transaction_id: asked.body.transaction_id })
    expect(asked.body.transaction_id).toMatch(/^trx_/)
  })
})

describe('GET /api/requests/faults', () => {
  it('counts the same fault together, the most frequent first', async () => {
    const merchant = await app.newMerchant()
    const missing = await merchant.call('GET', '/api/events/evt_none')
    let last = missing
    for (let turn = 0; turn < 4; turn += 1) last = await merchant.authorize({ amount: 0 })
    await logged(merchant, missing)
    const faults = await eventually('all of them', 60, async () => {
      const { items } = (await merchant.call('GET', '/api/requests/faults')).body
      return items[0]?.count === 4 && items
    })
    expect(faults).toMatchObject([
      {
        count: 4,
        method: 'POST',
        route: '/api/transactions/authorize',
        status: 422,
        refused_fields: ['amount'],
        last_request_id: last.headers.get('x-request-id'),
      },
      { count: 1, route: '/api/events/{id}', status: 404, refused_fields: [] },
    ])
  })
})

it('keeps requests for 30 days', async () => {
  const merchant = await app.newMerchant()
  const asked = await merchant.call('GET', '/api/events')
  await logged(merchant, asked)
  await app.database.sql`
    update request_log set received_at = now() - interval '31 days' where merchant_id = ${merchant.merchantId}`
  await archiveOld(app.gateway)
  const { body } = await merchant.call('GET', `/api/requests?request_id=${asked.headers.get('x-request-id')}`)
  expect(body.items).toEqual([])
})
