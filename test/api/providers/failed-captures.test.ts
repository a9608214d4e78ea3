import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatewayOutcome } from '#domain/transaction.ts'
import { accountOf } from '#flows/payment/inquiry/inquire.ts'
import { receiveUnsignedNotice } from '#flows/provider-callbacks/receive-notice.ts'
import { callProvider } from '#flows/provider-calls/call-provider.ts'
import { inquireDue } from '#flows/worker/reconcile-pending.ts'
import { markCaptureFailed } from '#providers/port/answers.ts'
import type { NoticeEntry, Provider, ProviderAnswer } from '#providers/port/provider.ts'
import { findAttempt } from '#store/transactions/attempts.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { keepLog } from '../identity/captured-log.ts'
import { authorized, done, follow, type Shown } from '../manage/follow-ups.ts'

// Captures that fail although the issuer approved: the log reports them.

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
  await app.stopWorker()
})
afterAll(() => app.close())

async function attemptOf({ id }: Shown) {
  const { merchantId } = app.merchant
  const [row] = await app.database.sql<[{ id: string }]>`
    select attempt_id as id from attempts where transaction_id = ${id}`
  return (await findAttempt(app.gateway.sql, merchantId, row.id))!
}

/** The gateway with a log to read, and a card provider that behaves like this. */
function gatewayWith(behaviour: Partial<Provider>) {
  const { log, lines } = keepLog()
  const provider = Object.assign(Object.create(app.gateway.providers.get('card-simulator')!), behaviour)
  const gateway = { ...app.gateway, log, providers: new Map([['card-simulator', provider]]) }
  return { gateway, messages: () => lines.map((line) => JSON.parse(line)) }
}

const declined: ProviderAnswer = { kind: 'outcome', outcome: gatewayOutcome('1000', 'No.') }
const approved: ProviderAnswer = { kind: 'outcome', outcome: gatewayOutcome('0000', 'Yes.') }

it.each([
  ['that was agreed to and not captured is named', markCaptureFailed(declined), 1],
  ['that was declined is not', declined, 0],
  ['that was captured is not', markCaptureFailed(approved), 0],
])('a payment %s', async (_, answer, times) => {
  const { gateway, messages } = gatewayWith({})
  const { merchantId, attemptId, ...attempt } = await attemptOf(await authorized(app.merchant))
  const account = await accountOf(gateway, { merchantId, ...attempt })
  await callProvider(gateway, { account, merchantId, attemptId }, 'authorize', async () => answer)
  const named = { attemptId, providerAccountId: account.providerAccountId, code: '1000' }
  expect(messages()).toMatchObject(
    Array.from({ length: times }, () => ({ ...named, msg: 'payment approved but not captured' })),
  )
})

it.each([
  ['an approved capture', (payment: Shown) => done(app.merchant, payment, 'CAPTURE')],
  ['an approved payment', async (payment: Shown) => payment],
])('%s that fails later is named, and keeps its status', async (_, recordOf) => {
  const record = await recordOf(await authorized(app.merchant))
  const attempt = await attemptOf(record)
  const entry = { key: 'n1', attemptId: attempt.attemptId, fields: { merchant: attempt.merchantId } }
  const noticed = async (read: NoticeEntry) => {
    const { gateway, messages } = gatewayWith({ readNotice: () => [read] })
    await receiveUnsignedNotice(gateway, 'card-simulator', { body: new Uint8Array(), header: () => undefined })
    return messages()
  }
  expect(await noticed(entry)).toEqual([])
  const { attemptId, transactionId } = attempt
  const warning = { attemptId, transactionId, msg: 'capture failed after approval' }
  expect(await noticed({ ...entry, failsCapture: true })).toMatchObject([warning])
  expect((await app.merchant.status(record.id)).transaction.status).toBe('APPROVED')
})

it('a capture that ends undecided is named', async () => {
  const payment = await authorized(app.merchant)
  const metadata = { response_code: 'TRX_STATUS_PENDING' }
  const capture = await follow(app.merchant, payment, 'CAPTURE', { metadata })
  expect(capture.status).toBe('PENDING')
  await app.database.sql`
    update transactions set expires_at = now(), due_at = now() where id = ${capture.id}`
  const { gateway, messages } = gatewayWith({})
  await inquireDue(gateway)
  expect(messages()).toMatchObject([
    { transactionId: capture.id, operation: 'CAPTURE', msg: 'follow-up expired without a result' },
  ])
  expect((await app.merchant.status(capture.id)).transaction.status).toBe('SESSION_EXPIRED')
})
