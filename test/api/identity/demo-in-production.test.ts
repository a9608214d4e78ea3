import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_EMAILS } from '#domain/demo-emails.ts'
import { newId } from '#domain/ids.ts'
import { Secret } from '#domain/secret.ts'
import { issueClient, type Scope } from '#identity/issue-client.ts'
import { openSession } from '#identity/people/dashboard-sessions.ts'
import { addDemoPerson } from '#identity/people/demo-people.ts'
import { findPersonByEmail } from '#store/people/people.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { browserOf, newPerson, signIn } from '#test/visitor.ts'
import { tokenStatus } from './client-support.ts'

// The demo in a database of production (docs/reference/running.md#the-realm-of-a-database).

const PASSWORD = 'nine bags of beans 9'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(() => app.close())

async function newOperator(isDemo: boolean) {
  const owner = { merchantId: null, scopes: ['operator'] satisfies Scope[], isDemo }
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, owner)
  return { clientId, clientSecret: clientSecret.reveal() }
}

it('production refuses clients and people of the demo, and no one else', async () => {
  const { sql, settings } = app.gateway
  const { merchantId } = app.merchant
  const demoOperator = await newOperator(true)
  const operator = await newOperator(false)
  const live = await app.newMerchant()
  await sql`update merchants set client_key = ${`live_${live.clientKey}`} where merchant_id = ${live.merchantId}`
  const password = new Secret(PASSWORD)
  const role = 'owner' as const
  await addDemoPerson(sql, { email: DEMO_EMAILS.merchant, name: 'Mara', password, merchantId, role })
  const { personId } = (await findPersonByEmail(sql, DEMO_EMAILS.merchant))!
  const other = await newPerson(app.gateway, role, live.merchantId)
  const sessionOf = (id: string) =>
    openSession(sql, { personId: id, methods: ['pwd'], userAgent: newId('dse'), address: '127.0.0.1' }, settings)
  const browsers = [personId, other.personId].map(async (id) => browserOf(app.baseUrl, await sessionOf(id)))
  const look = async () => {
    const clients = [demoOperator, app.merchant, operator, live].map((client) => tokenStatus(app.baseUrl, client))
    const pages = browsers.map(async (browser) => (await (await browser).get('/dashboard')).status)
    const signedIn = await signIn(browserOf(app.baseUrl, ''), DEMO_EMAILS.merchant, PASSWORD, '/dashboard')
    return [...(await Promise.all([...clients, ...pages])), signedIn.status]
  }
  expect(await look()).toEqual([200, 200, 200, 200, 200, 200, 200])
  await sql`insert into database_realm (realm) values ('production')`
  expect(await look()).toEqual([401, 401, 200, 200, 303, 200, 401])
})
