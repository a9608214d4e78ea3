import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { examine } from '#flows/doctor/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { sendDueMails } from '#mail/send-due-mails.ts'
import { eventually } from '#test/eventually.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { freePort } from '#test/ports.ts'
import { createSelfSigned } from '#test/private-authority.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newPerson, newVisitor } from '#test/visitor.ts'
import { createLink } from '../payment-links/links.ts'
import { comeBack, openRedirect, press, voucher } from '../redirects/shopper.ts'

// How mails are sent (docs/operate/mail.md#delivery). The worker rests; the tests run its task.

let server: MailServer
let app: RunningGateway
let addresses = 0

beforeAll(async () => {
  server = await startMailServer()
  app = await startOwnGateway({
    ...{ SMTP_URL: server.url, MAIL_FROM: 'pay@gateway.example' },
    WEBHOOK_RETRY_SCHEDULE: '60,300',
  })
  await app.stopWorker()
})
afterAll(async () => {
  await app.close()
  await server.close()
})
beforeEach(() => app.database.sql`delete from mails`)

const newAddress = () => `ada.${++addresses}@post.example`
const sendDue = (gateway: Gateway = app.gateway) => sendDueMails(gateway, () => undefined)
const at = (url: string): Gateway => ({
  ...app.gateway,
  settings: { ...app.gateway.settings, mail: { server: new Secret(url), from: 'pay@gateway.example' } },
})
const becomeDue = () =>
  app.database.sql`update mails set next_attempt_at = now() - interval '1 second' where status = 'PENDING'`
const rows = () => app.database.sql`
  select status, attempts, recipient, extract(epoch from next_attempt_at - now())::float as due_in
  from mails order by created_at, mail_id`

/** Queues a payment link. @returns its recipient */
async function queue(merchant = app.merchant, email = newAddress()): Promise<string> {
  const link = await createLink(merchant)
  const { status, text } = await merchant.call('POST', `/api/payment-links/${link.id}/send`, { body: { email } })
  expect(status, text).toBe(200)
  return email
}

it('concurrent workers send each mail once', async () => {
  const recipients: string[] = []
  for (let mail = 0; mail < 30; mail += 1) recipients.push(await queue())
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 5 }, () => sendDue()))
  expect(recipients.map((one) => server.mailsTo(one).length)).toEqual(recipients.map(() => 1))
})

it('is tried again by WEBHOOK_RETRY_SCHEDULE, then fails', async () => {
  const email = await queue()
  server.refusals.set(email, { at: 'rcpt', code: 451 })
  await sendDue()
  expect((await rows())[0]).toMatchObject({ status: 'PENDING', attempts: 1, recipient: email })
  expect((await rows())[0]!.due_in).toBeGreaterThan(55)
  await sendDue()
  expect((await rows())[0]!.attempts).toBe(1)
  await becomeDue()
  await sendDue()
  expect((await rows())[0]!.due_in).toBeGreaterThan(290)
  await becomeDue()
  await sendDue()
  expect(await rows()).toEqual([{ status: 'FAILED', attempts: 3, recipient: null, due_in: null }])
  expect(server.mailsTo(email)).toEqual([])
})

it('is sent once the server accepts it', async () => {
  const email = await queue()
  server.refusals.set(email, { at: 'data', code: 451 })
  await sendDue()
  server.refusals.clear()
  await becomeDue()
  await sendDue()
  expect([(await rows())[0]!.status, server.mailsTo(email).length]).toEqual(['SENT', 1])
})

it.each(['rcpt', 'data'] as const)('a 5xx at %s ends it', async (place) => {
  const email = await queue()
  server.refusals.set(email, { at: place, code: 550 })
  await sendDue()
  expect(await rows()).toEqual([{ status: 'FAILED', attempts: 1, recipient: null, due_in: null }])
})

it('is repeated once, with the same Message-ID, after workers that died before they recorded it', async () => {
  const email = await queue()
  await sendDue()
  const [id] = server.mailsTo(email).map(({ headers }) => headers.get('message-id'))
  const unrecorded = (claims: number) => app.database.sql`
    update mails set status = 'PENDING', recipient = ${email}, next_attempt_at = now() - interval '1 second',
      ended_at = null, open_claims = ${claims}`
  await unrecorded(1)
  await sendDue()
  expect(server.mailsTo(email).map(({ headers }) => headers.get('message-id'))).toEqual([id, id])
  await unrecorded(2)
  await sendDue()
  expect([(await rows())[0]!.status, server.mailsTo(email).length]).toEqual(['FAILED', 2])
})

it('is repeated once by a server that ends connections without a reply to the message', async () => {
  const email = await queue()
  server.refusals.set(email, { at: 'data', code: 0 })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await sendDue()
    expect((await rows())[0]).toMatchObject({ status: 'PENDING', attempts: attempt + 1 })
    await becomeDue()
  }
  await sendDue()
  expect([(await rows())[0]!.status, server.mailsTo(email).length]).toEqual(['FAILED', 2])
})

it('a claimed mail is of no other worker until the lease ends', async () => {
  await queue()
  await app.database
    .sql`update mails set open_claims = 1, attempts = 1, next_attempt_at = now() + interval '20 seconds'`
  await sendDue()
  expect((await rows())[0]).toMatchObject({ status: 'PENDING', attempts: 1 })
})

describe('a mail server', () => {
  let silent: Server
  let silentUrl: string
  beforeAll(async () => {
    const port = await freePort()
    silent = createServer((socket) => socket.on('error', () => undefined)).listen(port, '127.0.0.1')
    silentUrl = `smtp://127.0.0.1:${port}`
  })
  afterAll(() => new Promise<void>((closed) => void silent.close(() => closed()).unref()))

  it('that is down leaves payments and forms as they are, and the mail waits', async () => {
    await queue()
    await sendDue(at(`smtp://127.0.0.1:${await freePort()}`))
    expect((await rows())[0]).toMatchObject({ status: 'PENDING', attempts: 1 })
  })

  it('that never answers is left after seconds', async () => {
    await queue()
    const startedAt = performance.now()
    await sendDue(at(silentUrl))
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect((await rows())[0]).toMatchObject({ status: 'PENDING', attempts: 1 })
  })

  it('is a line of tollgate doctor', async () => {
    const finding = async (gateway: Gateway) => (await examine(gateway)).find(({ check }) => check === 'mail')
    expect(await finding(app.gateway)).toMatchObject({ ok: true })
    expect(await finding(at(`smtp://127.0.0.1:${await freePort()}`))).toMatchObject({
      ok: false,
      message: expect.stringContaining('(ECONNREFUSED); check SMTP_URL and the network.'),
    })
  })

  it('whose certificate is not trusted is named so by tollgate doctor and the log', async () => {
    const host = createSelfSigned('localhost')
    const key = host.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const encrypted = await startMailServer({ cert: host.cert, key })
    const gateway = at(encrypted.url)
    const finding = (await examine(gateway)).find(({ check }) => check === 'mail')
    expect(finding?.message).toMatch(/\(DEPTH_ZERO_SELF_SIGNED_CERT\); its certificate must be valid/)
    await queue()
    const warn = vi.spyOn(gateway.log, 'warn')
    await sendDue(gateway)
    expect(warn.mock.calls).toMatchObject([[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'mail not sent']])
    await encrypted.close()
  })
})

it('no name or text begins another header', async () => {
  const name = 'Evil\r\nBcc: eve@post.example\r\n\r\nHi'
  const merchant = await app.newMerchant()
  await app.database.sql`
    update merchants set name = ${name} where merchant_id = ${merchant.merchantId}`
  const email = await queue(merchant)
  await sendDue()
  const mail = server.mailsTo(email)[0]!
  expect(server.received.filter(({ to }) => to === 'eve@post.example')).toEqual([])
  expect([...mail.headers.keys()]).not.toContain('bcc')
  expect(mail.headers.get('subject')).toBe('Payment request from Evil Bcc: eve@post.example Hi')
})

it('an address with a card number is refused, not shortened to another', async () => {
  const link = await createLink(app.merchant)
  const body = { email: '4111111111111111@post.example' }
  const { status, text } = await app.merchant.call('POST', `/api/payment-links/${link.id}/send`, { body })
  expect([status, text.includes('"email"'), text.includes('4111111111111111')]).toEqual([422, true, false])
  expect(await rows()).toEqual([])
})

it('a notice that waits for a member is not sent once their access is disabled', async () => {
  const merchant = await app.newMerchant()
  const [owner, other] = [await newVisitor(app, 'owner', merchant.merchantId), newAddress()]
  const { personId, email } = await newPerson(app.gateway, 'finance', merchant.merchantId)
  await app.database.sql`
    insert into mails (merchant_id, kind, about, recipient)
    select ${merchant.merchantId}, 'dispute', 'dsp_1', unnest(${[email, other]}::text[])`
  expect((await owner.post('/dashboard/team/disable', { person_id: personId })).status).toBe(303)
  expect((await rows()).map(({ recipient }) => recipient)).toEqual([other])
})

describe('an erasure', () => {
  const erase = async (body: object) => {
    const { body: erasure } = await app.merchant.call('POST', '/api/erasures', { body })
    return erasure
  }

  it('of an email removes what waits for it, and nothing else', async () => {
    const [gone, stays] = [await queue(app.merchant, 'Gone@Post.example'), await queue()]
    await erase({ email: 'gone@post.example' })
    expect((await rows()).map(({ recipient }) => recipient)).toEqual([stays])
    await sendDue()
    expect([server.mailsTo(gone).length, server.mailsTo(stays).length]).toEqual([0, 1])
  })

  it.each([
    ['customer_id', (id: string) => ({ customer_id: id })],
    ['email', (_id: string, email: string) => ({ email: email.toUpperCase() })],
  ])('by %s prevents receipts of payments that are approved before it is complete', async (_by, named) => {
    const { body: customer } = await app.merchant.call('POST', '/api/customers', { body: {} })
    await app.database.sql`update terminals set receipts = 'all' where terminal_id = ${app.merchant.terminalId}`
    const [gone, stays] = [newAddress(), newAddress()]
    const { url } = await openRedirect(app.merchant, voucher('psc'), { customer: { id: customer.id, email: gone } })
    await erase(named(customer.id, gone))
    await comeBack(await press(url, 'APPROVED'))
    await app.merchant.authorize({ customer: { email: stays } })
    expect((await rows()).map(({ recipient }) => recipient)).toEqual([gone, stays])
    await sendDue()
    expect([(await rows()).map(({ status }) => status).sort(), server.mailsTo(gone)]).toEqual([['FAILED', 'SENT'], []])
    expect(server.mailsTo(stays)).toHaveLength(1)
  })

  it('that ends while a worker has claimed a receipt prevents it', async () => {
    await app.database.sql`update terminals set receipts = 'all' where terminal_id = ${app.merchant.terminalId}`
    const email = newAddress()
    const { result } = (await app.merchant.authorize({ customer: { email } })).body
    await app.database.sql`
      update transactions set customer = customer || '{"email": null}', erased_at = now() where id = ${result.id}`
    await sendDue()
    expect([(await rows()).map(({ status }) => status), server.mailsTo(email)]).toEqual([['FAILED'], []])
  })

  it('of a customer removes waiting receipts of their payments', async () => {
    const { body: customer } = await app.merchant.call('POST', '/api/customers', { body: {} })
    await app.database.sql`update terminals set receipts = 'all' where terminal_id = ${app.merchant.terminalId}`
    const email = newAddress()
    await app.merchant.authorize({ customer: { id: customer.id, email } })
    expect(await rows()).toHaveLength(1)
    await app.startWorker()
    await app.database.sql`update mails set next_attempt_at = now() + interval '1 hour'`
    const { id } = await erase({ customer_id: customer.id })
    await eventually('the erasure is complete', 30, async () => {
      const { body } = await app.merchant.call('GET', `/api/erasures/${id}`)
      return body.status === 'COMPLETED'
    })
    await app.stopWorker()
    expect((await rows()).filter(({ recipient }) => recipient === email)).toEqual([])
  })
})

it('operators see on the system page how many wait', async () => {
  await queue()
  const platform = await newVisitor(app, 'platform-admin', null)
  expect((await platform.get('/dashboard/system')).text).toMatch(
    /data-figure="waiting-mails"|data-field="waiting-mails"/,
  )
})

describe('without the settings', () => {
  let plain: RunningGateway
  beforeAll(async () => {
    plain = await startOwnGateway()
  })
  afterAll(() => plain.close())

  it('a link cannot be sent: 409, not retried, and no form', async () => {
    const link = await createLink(plain.merchant)
    const { status, body, headers } = await plain.merchant.call('POST', `/api/payment-links/${link.id}/send`, {
      body: { email: 'ada@post.example' },
    })
    expect([status, body.errors[0].property, headers.get('retry-after')]).toEqual([409, '', null])
    const support = await newVisitor(plain, 'support', plain.merchant.merchantId)
    expect((await support.get(`/dashboard/payment-links/${link.id}`)).text).not.toContain('link-send')
  })

  it('no payment writes a mail', async () => {
    await plain.database.sql`update terminals set receipts = 'all'`
    await plain.merchant.authorize({ customer: { email: 'ada@post.example' } })
    expect(await plain.database.sql`select count(*)::int as count from mails`).toEqual([{ count: 0 }])
    expect((await examine(plain.gateway)).some(({ check }) => check === 'mail')).toBe(false)
  })
})
