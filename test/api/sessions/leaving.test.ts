import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, startOwnGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { chargesOf, eventsOf } from '../three-ds/shopper.ts'
import { CHALLENGE, challengeOf, passBank } from './bank.ts'
import { openBrowser, readSession } from './browser.ts'

/** Also on a busy machine, what a test does before the end fits in. */
const TTL_SECONDS = 5

let app: RunningGateway

const open = (changes = {}) => openBrowser(app.baseUrl, app.merchant, changes)
const sessionOf = (id: string) => readSession(app.merchant, id)
const timeOver = () => sleep(TTL_SECONDS * 1000 + 100)

describe('the shopper leaves', () => {
  beforeAll(async () => {
    app = await useGateway()
  })
  afterAll(() => app.close())

  it('without a payment: one CANCELED transaction with its event, however often they leave', async () => {
    const session = await open()
    const answers = await Promise.all([1, 2, 3].map(() => session.call('cancel', {})))
    expect(answers.map(({ body }) => body)).toMatchObject(
      answers.map(() => ({ approved: false, status: 'CANCELED', processing_code: '1003' })),
    )
    const { status, transaction_id, transactions } = await sessionOf(session.id)
    expect([status, transactions]).toEqual(['CANCELED', [transaction_id]])
    expect(await app.merchant.status(transaction_id)).toMatchObject({
      transaction: { status: 'CANCELED', processing_code: '1003', amount: 1250n, approved: false, pending: false },
    })
    expect(await eventsOf(app.merchant, transaction_id)).toMatchObject([
      {
        status: 'CANCELED',
        transaction_initiated_by: 'CUSTOMER',
        payment_method_type: null,
        payment_method_method: null,
      },
    ])
    expect((await session.pay()).body.code).toBe('session_completed')
  })

  it('after a decline: the session is CANCELED and nothing more is recorded', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, response_code: 'RISK_FAILED_FRAUD' } })
    await session.pay()
    expect((await session.call('cancel', {})).status).toBe(200)
    const { status, transactions } = await sessionOf(session.id)
    expect([status, transactions.length]).toEqual(['CANCELED', 1])
    expect((await session.pay()).body.code).toBe('session_completed')
  })

  it('while a payment waits for them: it ends as CANCELED', async () => {
    const session = await open({ metadata: CHALLENGE })
    const { transaction_id } = await challengeOf(session)
    expect((await session.call('cancel', {})).body).toMatchObject({ transaction_id, status: 'CANCELED' })
    expect(await eventsOf(app.merchant, transaction_id)).toHaveLength(1)
  })

  it('after an approval: it stays approved', async () => {
    const session = await open()
    await session.pay()
    expect((await session.call('cancel', {})).body).toMatchObject({ approved: true, status: 'APPROVED' })
    expect((await sessionOf(session.id)).status).toBe('APPROVED')
  })

  it('at the instant they pay: either is recorded, and no session is both left and paid', async () => {
    const session = await open()
    const [paid, left] = await Promise.all([session.pay(), session.call('cancel', {})])
    const { status, transactions } = await sessionOf(session.id)
    expect(transactions).toHaveLength(1)
    expect(status).toBe(paid.status === 200 ? 'APPROVED' : 'CANCELED')
    expect(left.body.transaction_id).toBe(transactions[0])
  })
})

describe.concurrent('the time of a session ends', () => {
  beforeAll(async () => {
    app = await startOwnGateway({ SESSION_TTL_SECONDS: String(TTL_SECONDS) })
  })
  afterAll(() => app.close())

  it('untried: it is SESSION_EXPIRED on the database’s clock, without a transaction, and takes none', async () => {
    const session = await open()
    await timeOver()
    expect(await sessionOf(session.id)).toMatchObject({ status: 'SESSION_EXPIRED', transaction_id: null })
    const [paid, left] = [await session.pay(), await session.call('cancel', {})]
    expect([paid.status, paid.body.code, left.body.code]).toEqual([410, 'session_expired', 'session_expired'])
    expect((await sessionOf(session.id)).transactions).toEqual([])
  })

  it('after a decline: it is SESSION_EXPIRED and nothing more is recorded', async () => {
    const session = await open({ metadata: { ...NOT_ENROLLED, response_code: 'RISK_FAILED_FRAUD' } })
    await session.pay()
    await timeOver()
    const { status, transactions } = await sessionOf(session.id)
    expect([status, transactions.length]).toEqual(['SESSION_EXPIRED', 1])
  })

  it('while a payment is in progress: the payment goes on, and no other is taken', async () => {
    const session = await open({ metadata: CHALLENGE })
    const challenge = await challengeOf(session)
    await timeOver()
    expect((await sessionOf(session.id)).status).toBe('PENDING')
    expect((await session.pay()).body.code).toBe('session_expired')
    expect(await passBank(session, challenge)).toMatchObject({ status: 'APPROVED' })
    expect(await sessionOf(session.id)).toMatchObject({ status: 'APPROVED' })
    expect(await chargesOf(app.merchant, challenge.transaction_id)).toHaveLength(1)
  })
})
