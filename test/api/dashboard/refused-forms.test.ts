import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardRoutes } from '#dashboard/index.ts'
import { invitePerson, resetPersonPassword } from '#flows/dashboard/people.ts'
import { importSettlement } from '#flows/settlements/import-settlement.ts'
import { may } from '#identity/caller.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { browserOf, newPerson, newVisitor, openSignIn } from '#test/visitor.ts'
import { createLink } from '../payment-links/links.ts'
import { saveCard } from '../saved-cards/saved-card-support.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const CARD = '4111111111111111'

it.each([
  ['team/invite', { email: 'kept-as-typed', role: 'finance' }, 'email'],
  ['team/invite', { email: `kept-as-typed${'x'.repeat(260)}@people.example`, role: 'finance' }, 'email'],
  ['team/support-limit', { support_limit: 'kept-as-typed-is-too-long' }, 'support_limit'],
  ['account/name', { name: `kept-as-typed ${'x'.repeat(100)}` }, 'name'],
  ['settings', { name: `kept-as-typed ${'x'.repeat(2000)}`, time_zone: 'UTC' }, 'name'],
])('what the schema of %s refuses is shown at its field, with what was typed: %j', async (path, form, field) => {
  const { merchantId } = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchantId)
  const { status, text } = await owner.post(`/dashboard/${path}`, form)
  expect([status, text.includes('Something went wrong')]).toEqual([422, false])
  expect(text).toContain(`id="${field}-problem"`)
  expect(text).toContain('kept-as-typed')
})

it.each([
  ['account/name', { name: `A ${CARD}` }, 'name'],
  ['settings', { name: `A ${CARD}`, time_zone: 'UTC' }, 'name'],
  ['team/invite', { email: `${CARD}@people.example`, role: 'finance' }, 'email'],
])('a card number typed into %s is refused at its field, and written back nowhere', async (path, form, field) => {
  const { merchantId } = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchantId)
  const { status, text } = await owner.post(`/dashboard/${path}`, form)
  expect([status, text.includes(CARD), text.includes('Something went wrong')]).toEqual([422, false, false])
  expect(text).toContain(`id="${field}-problem"`)
})

it.each([
  [CARD, 'a card number'],
  ['x'.repeat(5000), 'one that is too long'],
])('a reason of a refund that is refused is shown at its field, and the amount stays: %#', async (reason) => {
  const merchant = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  const { id } = (await merchant.authorize({})).body.result
  const form = { key: 'a'.repeat(22), amount: '1.23', reason }
  const { status, text } = await owner.post(`/dashboard/transactions/${id}/refund`, form)
  expect([status, text.includes(CARD), text.includes('Something went wrong')]).toEqual([422, false, false])
  expect(text).toContain('id="reason-problem"')
  expect(text).toContain('value="1.23"')
})

/** Forms of people who are signed in, whose schema may refuse a field. */
const FORMS = dashboardRoutes.filter(
  // The switch of colors is in every page and has nothing to type; an unknown value chooses nothing. A draft of rules is
  // written by its page.
  ({ method, guard, body, path }) =>
    method === 'POST' && guard === 'person' && body && !/^\/dashboard\/(?:colors$|rules)/.test(path),
)

/** Fields whose names a provider gives. */
const ACCOUNT_FIELDS = { name: { maxLength: 20_000 }, settings: { maxLength: 20_000 } }

/** A merchant with one of everything that a form is about, its owner and a platform admin who chose it. */
async function everyForm() {
  const merchant = await app.newMerchant()
  const { merchantId, terminalId, call } = merchant
  const owner = await newVisitor(app, 'owner', merchantId)
  const platform = await newVisitor(app, 'platform-admin', null)
  await platform.post('/dashboard/choose', { merchant_id: merchantId })
  await owner.post('/dashboard/account/add-totp')
  const { id: payment } = (await merchant.authorize({})).body.result
  const { id: endpoint } = (await call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/' } })).body
  await call('POST', '/api/customers', { body: { id: 'c1', name: 'Ada' } })
  const token = await saveCard(merchant, { customer: { id: 'c1' } })
  const [account] = await app.database.sql`
    select provider_account_id as id from provider_accounts where merchant_id = ${merchantId}`
  const settlementFile = await importWaitingFile(account!.id)
  const ids: Record<string, string> = {
    'settlement-files': settlementFile,
    terminals: terminalId,
    webhooks: endpoint,
    transactions: payment,
    customers: 'c1',
    providers: account?.id,
    views: 'any',
    clients: merchant.clientId,
    lists: 'block',
    reviews: payment,
    'payment-links': (await createLink(merchant)).id,
  }
  const addressOf = (path: string) => path.replace(':token', token).replace(/:\w+/, ids[path.split('/')[2]!]!)
  return { owner, platform, addressOf }
}

const OPERATOR = { kind: 'operator', id: 'test', ip: '127.0.0.1', requestId: 'req_test' } as const

/** Imports a settlement file with a batch that was not paid out. @returns its ID */
async function importWaitingFile(providerAccountId: string): Promise<string> {
  const text = `batch,type,reference,provider_reference,currency,gross,fee,net,settled_at
b1,PURCHASE,order-1,,EUR,10.00,0.00,10.00,2026-01-31T10:00:00Z
`
  const upload = { providerAccountId, format: 'generic', file: Readable.from([Buffer.from(text)]) } as const
  return (await importSettlement(app.gateway, OPERATOR, upload)).id
}

it('every form whose schema refuses a field comes again, with the reason at the field and with what was typed', {
  tags: ['full'],
  // Hundreds of requests, one after the other.
  timeout: 240_000,
}, async () => {
  const { owner, platform, addressOf } = await everyForm()
  const wrong: string[] = []
  for (const { path, permission, body } of FORMS) {
    const isOwners = permission === 'own' || may({ role: 'owner' }, permission!)
    const visitor = isOwners && path !== '/dashboard/choose' ? owner : platform
    const { properties = ACCOUNT_FIELDS } = body as { properties?: Record<string, { maxLength?: number }> }
    const others = Object.fromEntries(Object.keys(properties).map((name) => [name, TYPED]))
    if (path === '/dashboard/providers/new') others.provider = 'card-simulator'
    for (const [field, { maxLength }] of Object.entries(properties)) {
      const endings = maxLength === undefined ? ['\0'] : ['\0', 'x'.repeat(maxLength)]
      for (const ending of endings) {
        const answer = await visitor.post(addressOf(path), { ...others, [field]: TYPED + ending })
        if (!isFormAgain(answer, field)) wrong.push(`${path} ${field}: ${answer.status}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

const TYPED = 'kept-as-typed'

/** True for the page of the form with a reason, and with what was typed into the field if it has a place for that. */
function isFormAgain({ status, text }: { readonly status: number; readonly text: string }, field: string): boolean {
  const inputs = text.match(/<(?:input|textarea)[^>]*>[^<]*/g) ?? []
  const shown = inputs.filter((input) => input.includes(` name="${field}"`) && !UNTYPED.test(input))
  const isTold = shown.length > 0 ? text.includes(`id="${field}-problem"`) : /id="(?:problems|name-problem)"/.test(text)
  const isPage = status === 422 && text.includes('data-form=') && !text.includes('Something went wrong')
  return isPage && isTold && shown.every((input) => SECRET.test(field) || input.toLowerCase().includes(TYPED))
}

/** Choices, and parts that no person sees: their reason stands above the form. */
const UNTYPED = /type="(?:hidden|checkbox|radio|date)"/
/** Never written into a page. */
const SECRET = /password|^code$|^logo$/

it('forms before a sign-in come again, too', async () => {
  const { merchantId } = await app.newMerchant()
  const invitee = { email: 'kept-as-typed@people.example', role: 'viewer', merchantId } as const
  const invitation = new URL((await invitePerson(app.gateway, 'test', invitee)).reveal()).pathname
  const { personId } = await newPerson(app.gateway, 'viewer', merchantId)
  const reset = new URL((await resetPersonPassword(app.gateway, 'test', personId)).reveal()).pathname
  const browser = browserOf(app.baseUrl, '')
  const long = TYPED + 'x'.repeat(600)
  const answers = [
    await browser.post(invitation, { name: long, password: 'short' }),
    await browser.post(invitation, { name: TYPED, password: 'short' }),
    await browser.post(reset, { password: long }),
    await browser.post(await openSignIn(browser), { email: long, password: long }),
  ]
  const seen = answers.map(({ status, text }) => [status, text.includes('role="alert"'), text.includes(TYPED)])
  expect(seen).toEqual([true, true, false, true].map((isShown) => [422, true, isShown]))
})

it('a view whose filters hold what no text may hold is kept without them', async () => {
  const { merchantId } = await app.newMerchant()
  const owner = await newVisitor(app, 'owner', merchantId)
  const { status, headers } = await owner.post('/dashboard/views', { name: 'V', search: '?q=%00&status=DECLINED' })
  expect([status, headers.get('location')]).toEqual([303, '/dashboard/transactions?status=DECLINED'])
})
