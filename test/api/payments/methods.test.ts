import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { ADDRESSES, comeBack, ended, eventsAbout, type Outcome, press, recordOf } from '../redirects/shopper.ts'
import { linesOf, METHODS, pay } from './payer.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const ENDS: readonly (readonly [Outcome, string, string, string])[] = [
  ['APPROVED', '0000', 'CHARGED', ADDRESSES.return_url],
  ['DECLINED', '1000', 'REFUSED', ADDRESSES.error_url],
  ['CANCELED', '1003', 'REFUSED', ADDRESSES.cancel_url],
]

describe.each(METHODS)('%s', (method) => {
  it('answers with redirect.url, and the record names the method', async () => {
    const { body } = await pay(app.merchant, { method, metadata: { table: '7' }, customer: { first_name: 'Ada' } })
    const id = body.transaction_id
    expect(body).toMatchObject({
      result: null,
      action: null,
      form_submit: null,
      status: 'PENDING',
      redirect: { transaction_id: id, session_id: id, url: expect.stringContaining(app.baseUrl) },
    })
    expect(await recordOf(app.merchant, id)).toMatchObject({
      transaction_type: 'PAYMENT',
      status: 'PENDING',
      processing_code: '1002',
      pending: true,
      approved: false,
      channel: 'ecommerce',
      customer: { first_name: 'Ada', last_name: null },
      customer_ip: '192.0.2.7',
      metadata: { table: '7' },
      payment_method: {
        type: `payment_${method.toLowerCase()}`,
        method,
        masked: null,
        brand: null,
        hash: null,
        token: null,
      },
      captured_amount: 0n,
      data: null,
    })
  })

  it.each(ENDS)(
    '%s on its page ends there, with its event, and sends the browser on',
    async (outcome, code, state, to) => {
      const { body } = await pay(app.merchant, { method })
      const id = body.transaction_id
      expect(await comeBack(await press(body.redirect.url, outcome))).toBe(to)
      const record = await recordOf(app.merchant, id)
      expect(record).toMatchObject({ status: outcome, processing_code: code, redirect_url: null, pending: false })
      expect(record.captured_amount).toBe(outcome === 'APPROVED' ? 1250n : 0n)
      expect(await eventsAbout(app.merchant, id)).toEqual([outcome])
      expect(await linesOf(app.merchant, id)).toEqual([['PAYMENT', state, 1250n]])
    },
  )

  it('PENDING on its page waits, and may be paid later', async () => {
    const { body } = await pay(app.merchant, { method })
    const id = body.transaction_id
    expect(await comeBack(await press(body.redirect.url, 'PENDING'))).toBe(ADDRESSES.return_url)
    expect(await recordOf(app.merchant, id)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    await press(body.redirect.url, 'APPROVED')
    expect((await ended(app.merchant, id)).status).toBe('APPROVED')
    expect(await eventsAbout(app.merchant, id)).toEqual(['APPROVED'])
  })

  it.each([
    ['TRX_STATUS_APPROVED', 'APPROVED', '0000'],
    ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'DECLINED', '1004'],
    ['TRX_STATUS_PENDING', 'PENDING', '1002'],
  ])('metadata.response_code %s is answered immediately', async (response_code, status, processing_code) => {
    const { body } = await pay(app.merchant, { method, metadata: { response_code } })
    expect(body).toMatchObject({ redirect: null, result: { status, processing_code, redirect_url: null } })
    expect(await eventsAbout(app.merchant, body.result.id)).toEqual(status === 'PENDING' ? [] : [status])
  })
})
