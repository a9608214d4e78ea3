import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'
import { disputed } from '../disputes/disputes.ts'
import { createLink } from '../payment-links/links.ts'
import { createSession } from '../sessions/browser.ts'

/** Objects of a merchant that users of another one may try to reach. */
interface Belongings {
  readonly event: string
  readonly endpoint: string
  readonly terminal: string
  readonly account: string
  readonly session: string
  readonly client: string
  readonly link: string
  readonly dispute: string
}

const UNKNOWN: Belongings = {
  event: 'evt_unknownunknownunknownunkno0',
  endpoint: 'whe_unknownunknownunknownunkno0',
  terminal: 'ter_unknownunknown01',
  account: 'acc_unknownunknownunknownunkno0',
  session: 'ses_unknownunknownunknownunkno0',
  client: 'unknownunknownunkno0',
  link: 'lnk_unknownunknownunknownunkno0',
  dispute: 'dsp_unknownunknownunknownunkno0',
}

type Attempt = readonly [path: (its: Belongings) => string, form?: Readonly<Record<string, string>>]

/** As the owner of another merchant. */
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'an event': [({ event }) => `/dashboard/events/${event}`],
  'an event that is sent again': [({ event }) => `/dashboard/events/${event}/redeliver`, {}],
  'an endpoint': [({ endpoint }) => `/dashboard/webhooks/${endpoint}`],
  'an endpoint that is tested': [({ endpoint }) => `/dashboard/webhooks/${endpoint}/test`, {}],
  'an endpoint that gets another secret': [({ endpoint }) => `/dashboard/webhooks/${endpoint}/rotate-secret`, {}],
  'an endpoint that is disabled': [({ endpoint }) => `/dashboard/webhooks/${endpoint}/disable`, {}],
  'an endpoint that is deleted': [({ endpoint }) => `/dashboard/webhooks/${endpoint}/delete`, {}],
  'a session': [({ session }) => `/dashboard/sessions/${session}`],
  'a session that is canceled': [({ session }) => `/dashboard/sessions/${session}/cancel`, {}],
  'an API client': [({ client }) => `/dashboard/clients/${client}`],
  'an API client that gets another secret': [({ client }) => `/dashboard/clients/${client}/rotate-secret`, {}],
  'an API client that is disabled': [({ client }) => `/dashboard/clients/${client}/disable`, {}],
  'a dispute': [({ dispute }) => `/dashboard/disputes/${dispute}`],
  'a dispute that is accepted': [({ dispute }) => `/dashboard/disputes/${dispute}/accept`, {}],
  'a payment link': [({ link }) => `/dashboard/payment-links/${link}`],
  'a payment link that is disabled': [({ link }) => `/dashboard/payment-links/${link}/disable`, {}],
  'a payment link that is enabled': [({ link }) => `/dashboard/payment-links/${link}/enable`, {}],
  'a terminal': [({ terminal }) => `/dashboard/terminals/${terminal}`],
  'the origins of a terminal': [({ terminal }) => `/dashboard/terminals/${terminal}/origins`, { allowed_origins: '' }],
}

/** Requests of a platform user who chose another merchant. */
const PLATFORM_ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'the routing of a terminal': [
    ({ terminal }) => `/dashboard/terminals/${terminal}/routing`,
    { provider_accounts: '' },
  ],
  'a terminal that is deactivated': [({ terminal }) => `/dashboard/terminals/${terminal}/deactivate`, {}],
  'a provider account': [({ account }) => `/dashboard/providers/${account}`],
  'a provider account that is changed': [({ account }) => `/dashboard/providers/${account}`, { name: 'x' }],
  'a provider account that is checked': [({ account }) => `/dashboard/providers/${account}/check`, {}],
  'a provider account that is deactivated': [({ account }) => `/dashboard/providers/${account}/deactivate`, {}],
}

let app: RunningGateway
let owned: Belongings
let stranger: Visitor
let platform: Visitor
beforeAll(async () => {
  app = await useGateway()
  const { call, terminalId } = app.merchant
  const body = { url: 'http://127.0.0.1:9/hook' }
  const endpoint = (await call('POST', '/api/webhook-endpoints', { body })).body.id
  const event = (await call('POST', `/api/webhook-endpoints/${endpoint}/test`, { body: {} })).body.id
  const account = (await call('GET', '/api/provider-accounts')).body.items[0].provider_account_id
  const session = (await createSession(app.merchant)).body.id
  const plugin = { name: 'Plugin', permissions: [] }
  const client = (await call('POST', '/api/clients', { body: plugin })).body.client_id
  const link = (await createLink(app.merchant)).id
  const dispute = (await disputed(app.merchant, 'inquiry')).dispute.id
  owned = { endpoint, event, terminal: terminalId, account, session, client, link, dispute }
  const { merchantId } = await app.newMerchant()
  stranger = await newVisitor(app, 'owner', merchantId)
  platform = await newVisitor(app, 'platform-admin', null)
  await platform.post('/dashboard/choose', { merchant_id: merchantId })
})
afterAll(() => app.close())

async function answerTo(visitor: Visitor, [path, form]: Attempt, its: Belongings) {
  const { status, text } = form ? await visitor.post(path(its), form) : await visitor.get(path(its))
  return { status, text: text.replaceAll(/nonce="[^"]*"/g, 'nonce').replaceAll(path(its), 'ITS') }
}

it.each(Object.entries(ATTEMPTS))('%s of another merchant answers exactly as an unknown one', async (_, attempt) => {
  const foreign = await answerTo(stranger, attempt, owned)
  expect(foreign).toEqual(await answerTo(stranger, attempt, UNKNOWN))
  expect(foreign.status).toBe(404)
})

it.each(Object.entries(PLATFORM_ATTEMPTS))(
  '%s of a merchant that was not chosen answers exactly as an unknown one, to people of the platform too',
  async (_, attempt) => {
    const foreign = await answerTo(platform, attempt, owned)
    expect(foreign).toEqual(await answerTo(platform, attempt, UNKNOWN))
    expect(foreign.status).toBe(404)
  },
)

it('and nothing of it was changed by the attempts', async () => {
  const { call, terminalId } = app.merchant
  expect((await call('GET', `/api/webhook-endpoints/${owned.endpoint}`)).body.status).toBe('ACTIVE')
  expect((await call('GET', `/api/terminals/${terminalId}`)).body).toMatchObject({
    status: 'ACTIVE',
    allowed_origins: null,
  })
  expect((await call('GET', '/api/provider-accounts')).body.items[0]).toMatchObject({ status: 'ACTIVE' })
})
