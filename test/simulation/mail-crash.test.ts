// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { openTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts'
import { connectMerchant, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

// What is left of a mail whose worker dies (docs/operate/mail.md#delivery).

/** Time for which a worker claims a mail. */
const LEASE_SECONDS = 30
const SENT_AGAIN_SECONDS = 75
/** Time after which the worker leaves a mail server that does not greet it. */
const GREETING_MS = 5000
const PAYMENTS = 10

let database: FreshDatabase
let server: MailServer
let proxy: TcpProxy
let gateway: RestartableGateway
let merchant: TestMerchant
let addresses = 0

beforeAll(async () => {
  database = await freshDatabase()
  server = await startMailServer()
  proxy = await openTcpProxy(() => Number(new URL(server.url).port))
  gateway = await openRestartableGateway({
    ...{ DATABASE_URL: database.url, WORKERS: '1', LOG_LEVEL: 'error' },
    ...{ SMTP_URL: `smtp://127.0.0.1:${proxy.port}`, MAIL_FROM: 'pay@gateway.example' },
    WEBHOOK_RETRY_SCHEDULE: Array(100).fill('1').join(','),
  })
  const { merchant: demo } = await gateway.demo()
  merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
  })
  await database.sql`update terminals set receipts = 'all'`
}, 200_000)
afterAll(async () => {
  await gateway?.close()
  await proxy?.close()
  await server?.close()
  await database?.drop()
})

const newAddress = () => `ada.${++addresses}@post.example`

async function pay(email: string): Promise<void> {
  const { body } = await merchant.authorize({ customer: { email }, metadata: NOT_ENROLLED })
  expect(body.result.status).toBe('APPROVED')
}

/** Kills the worker, and lets its claims end, but none of the next one. @returns once that is there */
async function killWorker(): Promise<void> {
  const [killed] = gateway.servants('worker')
  const [row] = await database.sql<[{ at: Date }]>`select now() as at`
  process.kill(killed!, 'SIGKILL')
  await database.sql`
    update mails set next_attempt_at = now()
    where status = 'PENDING' and next_attempt_at <= ${row.at} + make_interval(secs => ${LEASE_SECONDS})`
  await eventually('another worker', 30, async () => gateway.servants('worker').some((pid) => pid !== killed))
}

const isReceived = (email: string, times: number) =>
  eventually(`mail ${times} to ${email}`, SENT_AGAIN_SECONDS, async () => server.mailsTo(email).length === times)
const isNoneWaiting = () =>
  eventually('no mail to wait', SENT_AGAIN_SECONDS, async () => {
    const [row] = await database.sql`select count(*)::int as waiting from mails where status = 'PENDING'`
    return row!.waiting === 0
  })
const idsOf = (email: string) => server.mailsTo(email).map(({ headers }) => headers.get('message-id'))

test('a mail that was sent as its worker was killed is repeated once, as the same mail, also if that worker is killed too', {
  timeout: 300_000,
}, async () => {
  const [once, twice] = [newAddress(), newAddress()]
  for (const email of [once, twice]) server.refusals.set(email, { at: 'data', code: 'never' })
  await Promise.all([pay(once), pay(twice)])
  await Promise.all([isReceived(once, 1), isReceived(twice, 1)])
  await killWorker()
  server.refusals.delete(once)
  await Promise.all([isReceived(once, 2), isReceived(twice, 2)])
  await killWorker()
  await isNoneWaiting()
  for (const email of [once, twice]) {
    const [first] = idsOf(email)
    expect([email, idsOf(email)]).toEqual([email, [first, first]])
  }
})

test('while the mail server hangs payments are as fast, and a killed worker loses no mail', {
  timeout: 300_000,
}, async () => {
  const emails = Array.from({ length: PAYMENTS }, newAddress)
  proxy.hold()
  const durations: number[] = []
  for (const [at, email] of emails.entries()) {
    const startedAt = performance.now()
    await pay(email)
    durations.push(performance.now() - startedAt)
    if (at === PAYMENTS / 2) {
      await eventually('the worker to wait for the server', 30, async () => {
        const rows = await database.sql`select from mails where status = 'PENDING' and open_claims > 0`
        return rows.length > 0
      })
      await killWorker()
    }
  }
  expect(durations.sort((one, other) => one - other)[PAYMENTS / 2]).toBeLessThan(GREETING_MS)
  expect(emails.flatMap((email) => server.mailsTo(email))).toEqual([])
  proxy.cut()
  await isNoneWaiting()
  expect(emails.map((email) => server.mailsTo(email).length)).toEqual(emails.map(() => 1))
})
