import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptText } from '#domain/kept-text.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { changeAppearance } from '#flows/appearance.ts'
import { invitePerson, removePersonFactors, resetPersonPassword } from '#flows/dashboard/people.ts'
import { eventually } from '#test/eventually.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { fieldsOf } from '#test/page-reader.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { follow, newPerson, newVisitor } from '#test/visitor.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { disputed } from '../disputes/disputes.ts'
import { advance, DAY, HOUR } from '../expiry/expiries.ts'
import { CARD, changeLink, createLink, payLink, visit } from '../payment-links/links.ts'
import { comeBack, ended, openRedirect, press, sendNotice, voucher } from '../redirects/shopper.ts'
import { createSession } from '../sessions/browser.ts'

// What is mailed, to whom and in which language (docs/operate/mail.md).

let server: MailServer
let app: RunningGateway
let addresses = 0

beforeAll(async () => {
  server = await startMailServer()
  app = await startOwnGateway({
    ...{ SMTP_URL: server.url, MAIL_FROM: 'pay@gateway.example' },
    WEBHOOK_RETRY_SCHEDULE: '1,1',
  })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const newAddress = () => `Ada.${++addresses}@post.example`
const customer = (email: string) => ({ first_name: 'Ada', last_name: 'Byron', email })
const linkIn = ({ html }: { html: string }) => /href="([^"]+)"/.exec(html)?.[1]

/** Waits until nothing waits to be sent. */
const settled = () =>
  eventually('no mail waits', 30, async () => {
    const [row] = await app.database.sql`select count(*)::int as waiting from mails where status = 'PENDING'`
    return row!.waiting === 0
  })

async function withReceipts(receipts: 'off' | 'link' | 'all', country: string | null = null): Promise<TestMerchant> {
  return app.newMerchant({ terminal: { receipts }, merchant: { country, name: 'Roastery' } })
}

const send = (merchant: TestMerchant, id: string, email: unknown) =>
  merchant.call('POST', `/api/payment-links/${id}/send`, { body: { email } })

describe('an invitation', () => {
  it('is mailed with the link of the answer, in English, and names the team', async () => {
    const merchant = await withReceipts('off', 'DE')
    const email = newAddress().toLowerCase()
    const wanted = { email, role: 'viewer' as const, merchantId: merchant.merchantId }
    const link = (await invitePerson(app.gateway, 'test', wanted)).reveal()
    const mail = await server.mailTo(email)
    expect(mail.headers.get('subject')).toBe('Invitation to the dashboard of Roastery')
    expect(mail.headers.get('from')).toBe('Roastery <pay@gateway.example>')
    expect(linkIn(mail)).toBe(link)
    expect(mail.text).toContain(link)
    expect((await fetch(link)).status).toBe(200)
  })

  it('and a link for a new password are said to be emailed where they are made', async () => {
    const { merchantId } = await app.newMerchant()
    const owner = await newVisitor(app, 'owner', merchantId)
    const { personId } = await newPerson(app.gateway, 'viewer', merchantId)
    expect((await owner.get('/dashboard/team')).text).toContain('The invitation is emailed with a one-time link')
    const invited = { email: newAddress(), role: 'viewer' }
    for (const [verb, form] of Object.entries({ invite: invited, reset: { person_id: personId } })) {
      const { text } = await follow(owner, await owner.post(`/dashboard/team/${verb}`, form))
      expect(text).toContain('It is emailed to the person, too. It works once.')
    }
  })

  it('that is withdrawn before it is sent is not sent', async () => {
    await app.stopWorker()
    const { merchantId, call } = await app.newMerchant()
    const email = newAddress().toLowerCase()
    await invitePerson(app.gateway, 'test', { email, role: 'viewer', merchantId })
    const [{ invitation_id }] = (await call('GET', '/api/team')).body.invitations
    const owner = await newVisitor(app, 'owner', merchantId)
    await owner.post('/dashboard/team/withdraw', { invitation_id })
    await app.startWorker()
    await settled()
    const left = (await call('GET', '/api/team')).body.invitations
    expect([left, server.mailsTo(email)]).toEqual([[], []])
  })

  it('is stored with its link encrypted, until it is sent', async () => {
    await app.stopWorker()
    const email = newAddress().toLowerCase()
    const { merchantId } = app.merchant
    const link = await invitePerson(app.gateway, 'test', { email, role: 'viewer', merchantId })
    const stored = async () =>
      (await app.database.sql`select * from mails where about like 'inv_%' order by created_at desc limit 1`)[0]!
    const waiting = await stored()
    expect(waiting.recipient).toBe(email)
    expect(Buffer.from(waiting.sealed_link).toString('latin1')).not.toContain(link.reveal().slice(-20))
    await app.startWorker()
    await settled()
    expect(await stored()).toMatchObject({ status: 'SENT', recipient: null, sealed_link: null })
  })
})

it('a link for a new password is mailed to its owner, the same as in the answer; only the latest is', async () => {
  const { email, personId } = await newPerson(app.gateway, 'viewer', app.merchant.merchantId)
  await app.stopWorker()
  await resetPersonPassword(app.gateway, 'test', personId)
  const latest = (await removePersonFactors(app.gateway, 'test', personId)).reveal()
  await app.startWorker()
  await settled()
  expect(server.mailsTo(email).map(linkIn)).toEqual([latest])
})

describe('a payment link', () => {
  it('is mailed with price, name and color of the merchant, and answers 200 with the link', async () => {
    const merchant = await withReceipts('off')
    await changeAppearance(app.gateway, 'test', merchant.merchantId, {
      displayName: keptText('Kávé & Co'),
      accentColor: '#b3261e',
      logo: undefined,
    })
    const link = await createLink(merchant, { description: 'Pottery <workshop>' })
    const email = newAddress()
    const { status, body } = await send(merchant, link.id, email)
    expect([status, body]).toEqual([200, link])
    const mail = await server.mailTo(email)
    expect(mail.headers.get('from')).toBe('Kávé & Co <pay@gateway.example>')
    expect(mail.headers.get('subject')).toBe('Payment request from Kávé & Co')
    for (const part of ['Kávé & Co', '€49.00', 'Pottery <workshop>', link.url]) expect(mail.text).toContain(part)
    expect(mail.html).toContain('Pottery &lt;workshop&gt;')
    expect(mail.html).toContain('background:#b3261e')
    expect(linkIn(mail)).toBe(link.url)
  })

  it.each([
    ['its own language', 'sv-SE', 'DE', 'Betalningsbegäran från Roastery'],
    ['a region of a language', 'de-AT', 'RO', 'Zahlungsaufforderung von Roastery'],
    ['the language of the country without its own', null, 'RO', 'Solicitare de plată de la Roastery'],
    ['English in a country without texts', null, 'JP', 'Payment request from Roastery'],
  ])('is in %s', async (_which, locale, country, subject) => {
    const merchant = await withReceipts('off', country)
    const email = newAddress()
    await send(merchant, (await createLink(merchant, { locale })).id, email)
    expect((await server.mailTo(email)).headers.get('subject')).toBe(subject)
  })

  it.each([
    ['no address', 'ada'],
    ['two addresses', 'ada@post.example, eve@post.example'],
    ['a line break', 'ada@post.example\r\nBcc: eve@post.example'],
    ['nothing', undefined],
    ['a list', ['ada@post.example']],
    ['a person hidden', 'a***@post.example'],
    ['a card number hidden', '411111******1111@post.example'],
  ])('with %s is a 422 on email', async (_which, email) => {
    const { status, body } = await send(app.merchant, (await createLink(app.merchant)).id, email)
    expect([status, body.errors.map(({ property }: { property: string }) => property)]).toEqual([422, ['email']])
  })

  it('that is not ACTIVE is a 422 on status', async () => {
    const link = await createLink(app.merchant)
    await changeLink(app.merchant, link.id, { status: 'DISABLED' })
    const { status, body } = await send(app.merchant, link.id, newAddress())
    expect([status, body.errors]).toMatchObject([422, [{ property: 'status', params: ['DISABLED'] }]])
  })

  it('is sent twenty times a day, also concurrently; then it is a 422 on email', async () => {
    const [link, other] = [await createLink(app.merchant), await createLink(app.merchant)]
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(app.merchant, link.id, email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(4).fill(422)])
    const { body } = answers.find(({ status }) => status === 422)!
    expect(body.errors).toMatchObject([{ property: 'email', params: ['20'] }])
    await settled()
    expect(server.mailsTo(email)).toHaveLength(20)
    expect((await send(app.merchant, other.id, email)).status).toBe(200)
    await app.database.sql`update mails set created_at = created_at - interval '25 hours' where about = ${link.id}`
    expect((await send(app.merchant, link.id, email)).status).toBe(200)
  })

  it('of another merchant is a 404', async () => {
    const link = await createLink(app.merchant)
    expect((await send(await app.newMerchant(), link.id, newAddress())).status).toBe(404)
  })

  it('is sent from its page by roles that may, and leaves no address in the audit log', async () => {
    const { merchantId } = app.merchant
    const link = await createLink(app.merchant)
    const email = newAddress()
    const path = `/dashboard/payment-links/${link.id}`
    const support = await newVisitor(app, 'support', merchantId)
    expect((await support.get(path)).text).toContain('data-action="link-send"')
    const bad = await support.post(`${path}/send`, { email: 'ada' })
    expect([bad.status, bad.text.includes('data-problem="email"')]).toEqual([422, true])
    expect((await support.post(`${path}/send`, { email: ` ${email} ` })).status).toBe(303)
    await server.mailTo(email)
    const viewer = await newVisitor(app, 'viewer', merchantId)
    expect((await viewer.get(path)).text).not.toContain('data-action="link-send"')
    expect((await viewer.post(`${path}/send`, { email })).status).toBe(403)
    const entries = await app.database
      .sql`select * from audit_log where subject = ${link.id} and action = 'payment-link.sent'`
    expect([entries.length, JSON.stringify(entries).includes('post.example')]).toEqual([1, false])
    expect(entries[0]!.changes).toEqual({ mail: 'queued' })
    const owner = await newVisitor(app, 'owner', merchantId)
    const log = (await owner.get('/dashboard/audit-log')).text
    expect(fieldsOf(log, 'action')).toContain(`Queued an email with payment link ${link.id}`)
  })
})

/** Boundaries between parts and the ID of the mail, whose random digits may look like a card number. */
const RANDOM = /--_NmP-[0-9a-f]{16}|mai_[0-9a-f]{32}/g

describe('a receipt', () => {
  it('of an approved payment has amount, card and reference, and no card number', async () => {
    const merchant = await withReceipts('all')
    const email = newAddress()
    const { result } = (await merchant.authorize({ customer: customer(email) })).body
    const mail = await server.mailTo(email)
    expect(mail.headers.get('subject')).toBe('Receipt from Roastery')
    for (const part of ['Visa ••••', result.reference]) expect(mail.text).toContain(part)
    const source = mail.source.replaceAll(RANDOM, '')
    expect(`${source}${mail.text}${mail.html}`).not.toMatch(/\d{13,19}/)
  })

  type Count = [receipts: 'off' | 'link' | 'all', kind: 'payment' | 'link', count: number]
  const counts = 'with receipts %s: a %s gets %i'
  it.each<Count>([
    ['off', 'link', 0],
    ['link', 'payment', 0],
    ['link', 'link', 1],
    ['all', 'payment', 1],
  ])(counts, isSent)
  it.each<Count>([
    ['off', 'payment', 0],
    ['all', 'link', 1],
  ])(counts, { tags: ['full'] }, isSent)

  async function isSent(...[receipts, kind, count]: Count): Promise<void> {
    const merchant = await withReceipts(receipts)
    const email = newAddress()
    const fields = { customer: customer(email) }
    if (kind === 'payment') await merchant.authorize(fields)
    else await payLink((await createLink(merchant, fields)).url)
    await settled()
    expect(server.mailsTo(email)).toHaveLength(count)
  }

  it('is not sent of a declined payment, of a refund or without an email', async () => {
    const merchant = await withReceipts('all')
    const [declined, refunded] = [newAddress(), newAddress()]
    await merchant.authorize({
      customer: customer(declined),
      metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' },
    })
    const { result } = (await merchant.authorize({ customer: customer(refunded) })).body
    await merchant.call('POST', '/api/transactions/manage', {
      body: { id: result.id, transaction_type: 'REFUND', amount: 100 },
    })
    await merchant.authorize({ customer: { first_name: 'Ada' } })
    await settled()
    expect([server.mailsTo(declined), server.mailsTo(refunded)].map(({ length }) => length)).toEqual([0, 1])
  })

  it('is in the language of the link, else of the country', async () => {
    const merchant = await withReceipts('all', 'FR')
    const [ofLink, plain] = [newAddress(), newAddress()]
    await payLink((await createLink(merchant, { locale: 'bs-BA', customer: customer(ofLink) })).url)
    await merchant.authorize({ customer: customer(plain) })
    expect((await server.mailTo(ofLink)).headers.get('subject')).toBe('Potvrda o plaćanju od Roastery')
    expect((await server.mailTo(plain)).headers.get('subject')).toBe('Reçu de Roastery')
  })

  it('is in the language of a hosted session, not of the browser', async () => {
    const merchant = await withReceipts('all', 'FR')
    const email = newAddress()
    const { body: session } = await createSession(merchant, { locale: 'fi-FI', customer: customer(email) })
    const page = `${app.baseUrl}/hosted-payment-page/${session.id}`
    await visit(`${page}/pay`, { ...CARD, locale: 'sv-SE' }, { 'accept-language': 'pl-PL' })
    const { headers } = await server.mailTo(email)
    expect([headers.get('content-language'), headers.get('subject')]).toEqual(['fi-FI', 'Kuitti: Roastery'])
  })

  it.each([
    ['notices', 'duplicate_notice'],
    ['the worker that asks', 'late_notice'],
  ])('of a payment that is PENDING is sent once %s approved it, and once only', async (by, simulate_fault) => {
    const merchant = await withReceipts('all')
    const email = newAddress()
    const changes = { customer: customer(email), metadata: { simulate_fault } }
    const { id, url, attemptId } = await openRedirect(merchant, voucher('psc'), changes)
    await comeBack(await press(url, 'PENDING'))
    await settled()
    expect([(await merchant.status(id)).transaction.status, server.mailsTo(email)]).toEqual(['PENDING', []])
    const isByNotice = by === 'notices'
    if (isByNotice) await app.database.sql`update transactions set due_at = now() + interval '1 hour' where id = ${id}`
    const address = await press(url, 'APPROVED')
    const notices = () =>
      Array.from({ length: 5 }, () =>
        isByNotice
          ? sendNotice(app.baseUrl, merchant.merchantId, attemptId, 'voucher-simulator')
          : ended(merchant, id, 30),
      )
    await Promise.all(notices())
    expect((await ended(merchant, id, 30)).status).toBe('APPROVED')
    await server.mailTo(email)
    await Promise.all([...notices(), comeBack(address)])
    await settled()
    expect(server.mailsTo(email)).toHaveLength(1)
  })

  it('is not mailed to an address in which a card number was hidden', async () => {
    const merchant = await withReceipts('all')
    const { result } = (await merchant.authorize({ customer: customer('4111111111111111@post.example') })).body
    expect(result.customer.email).toBe('411111******1111@post.example')
    await settled()
    expect(server.mailsTo(result.customer.email)).toEqual([])
  })

  it('is a setting of operators, off by default', async () => {
    const { terminalId, call } = await app.newMerchant()
    const shown = async () => (await call('GET', `/api/terminals/${terminalId}`)).body.receipts
    expect(await shown()).toBe('off')
    await changeTerminal(app.gateway, 'test', terminalId, { receipts: 'link' })
    expect(await shown()).toBe('link')
    const platform = await newVisitor(app, 'platform-admin', null)
    await app.database.sql`
      update dashboard_sessions set merchant_id = (select merchant_id from terminals where terminal_id = ${terminalId})
      where person_id = ${platform.personId}`
    expect((await platform.post(`/dashboard/terminals/${terminalId}/receipts`, { receipts: 'all' })).status).toBe(303)
    expect(await shown()).toBe('all')
    expect((await platform.post(`/dashboard/terminals/${terminalId}/receipts`, { receipts: 'some' })).status).toBe(422)
    const fields = { name: 'Till', currencies: '' }
    expect((await platform.get('/dashboard/terminals')).text).toContain('name="receipts"')
    const created = await platform.post('/dashboard/terminals', { ...fields, receipts: 'link' })
    const [, id] = /terminals\/(\w+)/.exec(created.headers.get('location')!)!
    expect((await call('GET', `/api/terminals/${id}`)).body).toMatchObject({ name: 'Till', receipts: 'link' })
    expect((await platform.post('/dashboard/terminals', { ...fields, receipts: 'some' })).status).toBe(422)
    expect((await platform.post('/dashboard/terminals', fields)).status).toBe(303)
  })
})

/** A merchant with a person of each role. */
async function staffed() {
  const merchant = await app.newMerchant()
  const roles = ['owner', 'admin', 'finance', 'support', 'developer', 'viewer'] as const
  const emails = await Promise.all(roles.map((role) => newPerson(app.gateway, role, merchant.merchantId)))
  const mailed = () => roles.filter((_, at) => server.mailsTo(emails[at]!.email).length > 0)
  const mailsTo = (role: (typeof roles)[number]) => server.mailsTo(emails[roles.indexOf(role)]!.email)
  return { merchant, mailed, mailsTo }
}

it('a dispute deadline is mailed to owner, admin and finance', async () => {
  const { merchant, mailed, mailsTo } = await staffed()
  const { dispute } = await disputed(merchant, 'inquiry')
  await advance(merchant, 4 * DAY + HOUR)
  await eventually('three mails', 30, async () => mailed().length === 3)
  await settled()
  expect(mailed()).toEqual(['owner', 'admin', 'finance'])
  const [mail] = mailsTo('finance')
  expect(mail!.headers.get('subject')).toMatch(/^Respond to a dispute of €/)
  expect(linkIn(mail!)).toBe(`${app.baseUrl}/dashboard/disputes/${dispute.id}`)
})

it('a failing webhook is mailed to owner, admin and developer, once until it works again', async () => {
  const { merchant, mailed, mailsTo } = await staffed()
  let status = 500
  const shop = await openWebhookReceiver(() => ({ status, body: '' }))
  const url = `${shop.url}?token=hush`
  const { body: endpoint } = await merchant.call('POST', '/api/webhook-endpoints', { body: { url } })
  const failing = async () => {
    const [row] = await app.database.sql`
      select failing_since from webhook_endpoints where webhook_endpoint_id = ${endpoint.id}`
    return row!.failing_since !== null
  }
  await merchant.authorize()
  await merchant.authorize()
  await eventually('three mails', 40, async () => mailed().length === 3)
  await settled()
  expect(mailed()).toEqual(['owner', 'admin', 'developer'])
  expect(mailsTo('developer')).toHaveLength(1)
  expect(mailsTo('developer')[0]!.text).toContain(new URL(url).origin)
  expect(mailsTo('developer')[0]!.source).not.toContain('hush')
  status = 200
  await merchant.authorize()
  await eventually('it works again', 30, async () => !(await failing()))
  status = 500
  await merchant.authorize()
  await eventually('a second mail', 40, async () => mailsTo('developer').length === 2)
  await shop.close()
})
