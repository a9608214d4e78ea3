import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { type HttpAnswer, NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
let apis: readonly string[]
beforeAll(async () => {
  app = await useGateway()
  apis = [app.baseUrl, await app.secondApi()]
})
afterAll(() => app.close())

const AUTHORIZE = '/api/transactions/authorize'

async function chargesOf(reference: string) {
  return (await app.merchant.call('GET', `/api/simulators/charges?reference=${reference}`)).body.items
}

describe('a reference', () => {
  it('already used on the terminal is 422 on reference, params [transaction, id]', async () => {
    const { result } = (await app.merchant.authorize()).body
    const { status, body } = await app.merchant.authorize({ reference: result.reference, amount: 1 })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ property: 'reference', params: ['transaction', result.id] }])
  })

  it.each(['TRX_STATUS_DECLINED', 'TRX_STATUS_PENDING'])('stays used after %s', async (response_code) => {
    const metadata = { ...NOT_ENROLLED, response_code }
    const { result } = (await app.merchant.authorize({ metadata })).body
    expect((await app.merchant.authorize({ reference: result.reference })).status).toBe(422)
  })

  it('is free on another terminal and for another merchant', async () => {
    const other = await app.newMerchant()
    const { result } = (await app.merchant.authorize()).body
    const again = await other.authorize({ reference: result.reference })
    expect(again.body.result.status).toBe('APPROVED')
    expect(again.body.result.order_id).not.toBe(result.order_id)
  })

  it('that arrives eight times at the same instant at two API processes is executed exactly once', async () => {
    const reference = 'at-once'
    const body = app.merchant.order({ reference })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => app.merchant.call('POST', AUTHORIZE, { body, at: apis[index % 2]! })),
    )
    const approved = answers.filter(({ status }) => status === 200)
    expect(approved).toHaveLength(1)
    const { id } = approved[0]!.body.result
    for (const { status, body } of answers.filter((answer) => answer !== approved[0])) {
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ property: 'reference', params: ['transaction', id] }])
    }
    expect(await chargesOf(reference)).toMatchObject([{ transaction_id: id, state: 'CHARGED' }])
  })
})

describe('Idempotency-Key', () => {
  const send = (key: string, body: unknown, at = app.baseUrl): Promise<HttpAnswer> =>
    app.merchant.call('POST', AUTHORIZE, { body, at, headers: { 'idempotency-key': key } })

  it('the same key and the same bytes get the first answer again, with Idempotent-Replayed: true', async () => {
    const order = app.merchant.order()
    const first = await send('key-1', order)
    const again = await send('key-1', order, apis[1])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(await chargesOf(String(order.reference))).toHaveLength(1)
  })

  it('the same key with another body is 422', async () => {
    await send('key-2', app.merchant.order())
    const other = await send('key-2', app.merchant.order())
    expect(other.status).toBe(422)
    expect(other.body.errors).toMatchObject([{ property: 'Idempotency-Key' }])
  })

  it('a 422 is kept too', async () => {
    const order = app.merchant.order({ currency: 'XX' })
    await send('key-3', order)
    const again = await send('key-3', order)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([422, 'true'])
  })

  it('a 400 comes before the key and uses up none', async () => {
    const order = app.merchant.order()
    const bad = await send('key-6', {
      ...order,
      options: { three_ds: { notification_url: 'http://shop.example/3ds' } },
    })
    expect(bad.status).toBe(400)
    expect((await send('key-6', order)).body.result.status).toBe('APPROVED')
  })

  it('while the first is still running, others get 409; afterwards its answer', async () => {
    const order = app.merchant.order({ metadata: { ...NOT_ENROLLED, simulate_delay_ms: 3000 } })
    const answers = await Promise.all(apis.flatMap((at) => [send('key-4', order, at), send('key-4', order, at)]))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const busy = answers.find(({ status }) => status === 409)!
    expect(busy.body).toMatchObject({ status: 409, method: 'POST', errors: [expect.anything()] })
    expect((await send('key-4', order)).body.result.status).toBe('APPROVED')
    expect(await chargesOf(String(order.reference))).toHaveLength(1)
  })

  it('belongs to one merchant', async () => {
    const other = await app.newMerchant()
    const headers = { 'idempotency-key': 'key-5' }
    await app.merchant.call('POST', AUTHORIZE, { body: app.merchant.order(), headers })
    const { status, body } = await other.call('POST', AUTHORIZE, { body: other.order(), headers })
    expect([status, body.result.status]).toEqual([200, 'APPROVED'])
  })
})
