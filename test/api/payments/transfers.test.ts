import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway, useGateway } from '#test/running-gateway.ts'
import { comeBack, ended, eventsAbout, press, recordOf } from '../redirects/shopper.ts'
import { arrive, linesOf, pay, promise, received, transfer } from './payer.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

describe('a bank transfer', () => {
  it('that has arrived in part stays PENDING with data.received_amount, and is approved with the rest', async () => {
    const payment = await transfer(app.merchant)
    await promise(payment)
    await arrive(payment, '5')
    const part = await received(app.merchant, payment, 500n)
    expect(part).toMatchObject({ status: 'PENDING', processing_code: '1002', pending: true, captured_amount: 0n })
    await arrive(payment, '0.01')
    await received(app.merchant, payment, 501n)
    await arrive(payment, '7,49')
    expect(await ended(app.merchant, payment.id)).toMatchObject({
      status: 'APPROVED',
      amount: 1250n,
      captured_amount: 1250n,
      data: { received_amount: 1250n },
    })
    expect(await eventsAbout(app.merchant, payment.id)).toEqual(['APPROVED'])
    expect(await linesOf(app.merchant, payment.id)).toEqual([['PAYMENT', 'CHARGED', 1250n]])
  })

  it('may arrive while the payer is still on the page', async () => {
    const payment = await transfer(app.merchant)
    await arrive(payment, '12.50')
    expect((await ended(app.merchant, payment.id)).status).toBe('APPROVED')
  })

  it.each([
    ['too much', ['20'], [['RETURN', 'RETURNED', 750n]]],
    ['twice', ['12.50', '12.50'], [['RETURN', 'RETURNED', 1250n]]],
    [
      'too much in parts',
      ['10', '10', '1'],
      [
        ['RETURN', 'RETURNED', 750n],
        ['RETURN', 'RETURNED', 100n],
      ],
    ],
  ])('of which %s arrives is approved with exactly its amount, and the rest is returned', async (_, amounts, back) => {
    const payment = await transfer(app.merchant)
    for (const amount of amounts) await arrive(payment, amount)
    expect(await ended(app.merchant, payment.id)).toMatchObject({
      status: 'APPROVED',
      amount: 1250n,
      captured_amount: 1250n,
      data: { received_amount: 1250n },
    })
    expect(await linesOf(app.merchant, payment.id)).toEqual([['PAYMENT', 'CHARGED', 1250n], ...back])
    expect(await eventsAbout(app.merchant, payment.id)).toEqual(['APPROVED'])
  })

  it('of which eight parts arrive at the same time keeps exactly its amount', async () => {
    const payment = await transfer(app.merchant)
    await Promise.all(Array.from({ length: 8 }, () => arrive(payment, '2.50')))
    expect(await ended(app.merchant, payment.id)).toMatchObject({
      status: 'APPROVED',
      data: { received_amount: 1250n },
    })
    const [charge, ...returns] = await linesOf(app.merchant, payment.id)
    expect(charge).toEqual(['PAYMENT', 'CHARGED', 1250n])
    expect(returns).toEqual([1, 2, 3].map(() => ['RETURN', 'RETURNED', 250n]))
    expect(await eventsAbout(app.merchant, payment.id)).toEqual(['APPROVED'])
  })

  it('with small parts that arrive concurrently never shows less than before', async () => {
    const payment = await transfer(app.merchant)
    await Promise.all(Array.from({ length: 8 }, () => arrive(payment, '0.10')))
    await received(app.merchant, payment, 80n)
    expect(await recordOf(app.merchant, payment.id)).toMatchObject({ status: 'PENDING' })
  })

  it('that was canceled gives back what had arrived, and what still comes', async () => {
    const payment = await transfer(app.merchant)
    await arrive(payment, '5')
    await received(app.merchant, payment, 500n)
    await comeBack(await press(payment.url, 'CANCELED'))
    await arrive(payment, '7.50')
    expect(await recordOf(app.merchant, payment.id)).toMatchObject({ status: 'CANCELED', captured_amount: 0n })
    expect(await linesOf(app.merchant, payment.id)).toEqual([
      ['PAYMENT', 'REFUSED', 1250n],
      ['RETURN', 'RETURNED', 500n],
      ['RETURN', 'RETURNED', 750n],
    ])
    expect(await eventsAbout(app.merchant, payment.id)).toEqual(['CANCELED'])
  })

  it('of the largest amount takes the last unit, and no sum overflows', async () => {
    const payment = await transfer(app.merchant, { amount: 9223372036854775807n })
    await arrive(payment, '92233720368547758.06')
    await arrive(payment, '92233720368547758.07')
    const record = await ended(app.merchant, payment.id)
    expect(record).toMatchObject({ status: 'APPROVED', data: { received_amount: 9223372036854775807n } })
    expect((await linesOf(app.merchant, payment.id)).at(-1)).toEqual(['RETURN', 'RETURNED', 9223372036854775806n])
  })

  it('counts in the units of its own currency', async () => {
    const payment = await transfer(app.merchant, { amount: 1250n, currency: 'KWD' })
    await arrive(payment, '1.25')
    expect((await ended(app.merchant, payment.id)).status).toBe('APPROVED')
  })
})

describe('money that cannot be recorded changes nothing', () => {
  const post = (url: string, body: Record<string, string>) =>
    fetch(`${url}/transfers`, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })

  it.each(['', '0', '-5', '1.005', '1,00,000', '1.000', 'ten', '92233720368547758.08'])(
    '%j is a 422 page',
    async (amount) => {
      const payment = await transfer(app.merchant)
      const answer = await post(payment.url, { amount })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('aria-invalid="true"')
      expect(await linesOf(app.merchant, payment.id)).toEqual([['PAYMENT', 'AWAITING_SHOPPER', 1250n]])
    },
  )

  it('an amount that could be read both ways names both', async () => {
    const payment = await transfer(app.merchant, { amount: 2_500_000n, currency: 'JOD' })
    const answer = await post(payment.url, { amount: '1,000' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('“1,000” could mean JOD\u00a01,000.000 or JOD\u00a01.000')
    await post(payment.url, { amount: '2,500.000' })
    expect(await ended(app.merchant, payment.id)).toMatchObject({ status: 'APPROVED' })
  })

  it('an amount that the pressed button did not name comes back with the amount on the button', async () => {
    const payment = await transfer(app.merchant)
    const answer = await post(payment.url, { amount: '5', shown: '1250' })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Send €5.00</button>')])
    expect(await linesOf(app.merchant, payment.id)).toEqual([['PAYMENT', 'AWAITING_SHOPPER', 1250n]])
    expect((await post(payment.url, { amount: '12.50', shown: '1250' })).status).toBe(303)
  })

  it('other methods and unknown addresses take no transfers', async () => {
    const { body } = await pay(app.merchant, { method: 'UPI' })
    expect((await post(body.redirect.url, { amount: '12.50' })).status).toBe(404)
    expect((await post(`${app.baseUrl}/simulators/checkouts/att_nobody`, { amount: '12.50' })).status).toBe(404)
    expect(await recordOf(app.merchant, body.transaction_id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('after a payment has expired', () => {
  let hasty: RunningGateway
  beforeAll(async () => {
    hasty = await startOwnGateway({ SESSION_TTL_SECONDS: '1', PENDING_TTL_SECONDS: '3' })
  })
  afterAll(() => hasty.close())

  const reversed = (id: string) =>
    eventually('the reversal', 30, async () => (await linesOf(hasty.merchant, id))[0]![1] === 'REVERSED')

  it('a part that had arrived is returned, and so is the rest that comes too late', { timeout: 40_000 }, async () => {
    const payment = await transfer(hasty.merchant)
    await arrive(payment, '5')
    await received(hasty.merchant, payment, 500n)
    expect(await ended(hasty.merchant, payment.id, 10)).toMatchObject({
      status: 'SESSION_EXPIRED',
      processing_code: '1005',
    })
    await reversed(payment.id)
    await arrive(payment, '7.50')
    expect(await linesOf(hasty.merchant, payment.id)).toEqual([
      ['PAYMENT', 'REVERSED', 1250n],
      ['RETURN', 'RETURNED', 500n],
      ['RETURN', 'RETURNED', 750n],
    ])
    expect(await eventsAbout(hasty.merchant, payment.id)).toEqual(['SESSION_EXPIRED'])
    expect((await recordOf(hasty.merchant, payment.id)).status).toBe('SESSION_EXPIRED')
  })

  it('parts that keep arriving do not put the end off', async () => {
    const payment = await transfer(hasty.merchant)
    while ((await recordOf(hasty.merchant, payment.id)).status === 'PENDING') {
      await arrive(payment, '0.10')
      await new Promise((later) => setTimeout(later, 400))
    }
    expect((await recordOf(hasty.merchant, payment.id)).status).toBe('SESSION_EXPIRED')
  })
})
