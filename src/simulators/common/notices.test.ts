import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callOn, chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge } from '#providers/port/provider.ts'
import { openChargePages } from '#store/simulators/charge-pages.ts'
import { openSimulatedCharges } from '#store/simulators/charges.ts'
import { openChargeNotices } from '#store/simulators/notices.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { openWebhookReceiver, type Reply } from '#test/webhook-receiver.ts'
import { createWalletSimulator } from '../wallet/index.ts'
import { readNotice, sendDueNotices } from './notices.ts'
import { openSimulatedPages } from './pages.ts'

const account = accountOn('wallet-simulator')

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('after a choice one notice is sent; it names the attempt and nothing else', async () => {
  const { received, charge, sendAll } = await chosen({})
  await sendAll()
  const { attemptId, merchantId } = charge
  expect(received.map(({ body }) => readNotice({}, { body: Buffer.from(body), header: () => undefined }))).toEqual([
    [{ key: attemptId, attemptId, fields: { merchant: merchantId } }],
  ])
  expect(Object.keys(JSON.parse(received[0]!.body))).toHaveLength(2)
})

test('duplicate_notice sends two concurrently', async () => {
  const { received, sendAll } = await chosen({ simulate_fault: 'duplicate_notice' })
  await sendAll()
  expect(received).toHaveLength(2)
})

test('late_notice sends five seconds later', async () => {
  const { received, charge, sendAll } = await chosen({ simulate_fault: 'late_notice' })
  await sendAll()
  expect(received).toEqual([])
  await makeDue(charge, 5)
  await sendAll()
  expect(received).toHaveLength(1)
})

test('a notice that does not get through is sent again, four times in all', async () => {
  const { received, charge, sendAll } = await chosen({}, { status: 500 })
  for (let round = 1; round <= 6; round += 1) {
    await sendAll()
    await makeDue(charge, 3)
  }
  expect(received).toHaveLength(4)
})

test('several concurrent senders send it once', async () => {
  const { received, sendAll } = await chosen({})
  await Promise.all([sendAll(), sendAll(), sendAll(), sendAll()])
  expect(received).toHaveLength(1)
})

test('a later choice is reported again, and so is an automatic end', async () => {
  const final = { simulate_final_response_code: 'TRX_STATUS_APPROVED', simulate_final_after_seconds: 60 }
  const { received, charge, sendAll } = await chosen(final, { status: 204 }, 'PENDING')
  await sendAll()
  await sendAll()
  expect(received).toHaveLength(1)
  await makeDue(charge, 60)
  await sendAll()
  await sendAll()
  expect(received).toHaveLength(2)
})

/** A wallet payment about which its shopper decided, and a gateway that hears of it. */
async function chosen(
  metadata: Charge['metadata'],
  reply: Reply = { status: 204 },
  choice: 'APPROVED' | 'PENDING' = 'APPROVED',
) {
  const receiver = await openWebhookReceiver(() => reply)
  onTestFinished(() => receiver.close())
  const charge = {
    ...chargeOf(account, metadata),
    instrument: { kind: 'redirect', method: 'walleta-pay-redirect', payer: null },
    noticeUrl: receiver.url,
  } as const
  const simulator = createWalletSimulator(openSimulatedCharges(database.sql), 'https://gateway.example')
  await simulator.authorize(callOn(account), charge)
  await openSimulatedPages(openChargePages(database.sql)).choose(charge.attemptId, choice)
  const notices = openChargeNotices(database.sql)
  return { received: receiver.received, charge, sendAll: () => sendDueNotices(notices) }
}

/** Lets so many seconds pass for one charge. */
async function makeDue({ attemptId }: Charge, seconds: number): Promise<void> {
  await database.sql`
    update simulator.charges set created_at = created_at - make_interval(secs => ${seconds}),
      notice_at = notice_at - make_interval(secs => ${seconds})
    where attempt_id = ${attemptId}`
}
