import type { Config } from '#app/config.ts'
import { DEMO_EMAILS } from '#domain/demo-emails.ts'
import { randomText } from '#domain/ids.ts'
import { Secret } from '#domain/secret.ts'
import { createMerchant } from '#flows/admin/merchants.ts'
import { addMissingSimulatorAccounts } from '#flows/admin/simulator-accounts.ts'
import { createTerminal } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import {
  changeWebhookEndpoint,
  listMerchantWebhookEndpoints,
  registerWebhookEndpoint,
} from '#flows/webhook-endpoints/index.ts'
import { type ClientCredentials, issueClient } from '#identity/issue-client.ts'
import { addDemoPerson, isKnownPerson } from '#identity/people/demo-people.ts'
import type { Database } from '#store/connection/database.ts'
import { findClient } from '#store/merchants/clients.ts'
import { findMerchant } from '#store/merchants/merchants.ts'
import { type DemoAccess, draftDemoFile, type Login, publishDemoFile, readDemoFile, readDraft } from './demo-file.ts'

/** Placeholder; every start sets the shop's URL, or disables the endpoint. */
const SHOP_UNKNOWN = { url: 'http://localhost/webhooks', terminalId: null }

/** Actor in the audit log when the demo merchant is created. */
const ACTOR = 'first start'
/** Actor when a later version adds to it. */
const LATER_ACTOR = 'later start'

/** Creates or finds an operator and a demo merchant, and updates `demo.json` (docs/reference/running.md#the-demo-file). */
export async function seedDemo(gateway: Gateway, config: Config): Promise<DemoAccess> {
  // Without a written file, nothing is stored in the database. An interrupted start leaves a draft that the next one
  // finds.
  const demo = await gateway.sql.begin(async (sql) => {
    const seeded = await seed({ ...gateway, sql: sql as Database }, config)
    draftDemoFile(config.dataDir, seeded)
    return seeded
  })
  publishDemoFile(config.dataDir)
  return demo
}

async function seed(gateway: Gateway, config: Config): Promise<DemoAccess> {
  const known = (await earlierDemo(gateway, config.dataDir)) ?? (await createDemo(gateway))
  const logins = config.isBuiltInSignIn ? await withLogins(gateway, known) : withoutLogins(known)
  const demo = { ...logins, ...addressesOf(config) }
  await addMissingSimulatorAccounts(gateway, LATER_ACTOR, demo.merchant.merchant_id)
  await pointWebhookAtShop(gateway, demo.merchant.merchant_id, config)
  return demo
}

async function earlierDemo(gateway: Gateway, dataDir: string): Promise<DemoAccess | undefined> {
  for (const demo of [readDraft(dataDir), readDemoFile(dataDir)])
    if (demo && (await isKnown(gateway, demo))) return demo
  return undefined
}

type Demo = Omit<DemoAccess, keyof ReturnType<typeof addressesOf>>

/** A file of another database names a merchant and clients that do not exist here. */
async function isKnown({ sql }: Gateway, { merchant, operator }: Demo): Promise<boolean> {
  const isClientOf = async ({ client_id: id }: Login, owner: string | null) =>
    id === null || (await findClient(sql, id))?.merchantId === owner
  const { merchant_id: merchantId } = merchant
  const found = [findMerchant(sql, merchantId), isClientOf(merchant, merchantId), isClientOf(operator, null)]
  return (await Promise.all<unknown>(found)).every(Boolean)
}

const NO_LOGIN = { client_id: null, client_secret: null, email: null, password: null }

async function createDemo(gateway: Gateway): Promise<Demo> {
  const merchant = await createMerchant(gateway, ACTOR, { name: 'Larkspur Coffee', country: 'RO' })
  const { merchantId, clientId, clientSecret } = merchant
  const terminal = await createTerminal(gateway, ACTOR, merchantId, { name: 'Demo terminal' })
  const webhook = await registerWebhookEndpoint(gateway, gateway.sql, merchantId, SHOP_UNKNOWN)
  return {
    operator: NO_LOGIN,
    merchant: {
      merchant_id: merchantId,
      ...NO_LOGIN,
      client_id: clientId,
      client_secret: clientSecret?.reveal() ?? null,
      client_key: merchant.clientKey,
      public_key: merchant.publicKey!,
      webhook_secret: webhook.secret.reveal(),
      terminal_id: terminal.terminalId,
    },
  }
}

/** External providers accept none of them; a later start without one creates new ones. */
function withoutLogins({ operator, merchant }: Demo): Demo {
  return { operator: { ...operator, ...NO_LOGIN }, merchant: { ...merchant, ...NO_LOGIN } }
}

/** Creates missing credentials and people. */
async function withLogins(gateway: Gateway, { operator, merchant }: Demo): Promise<Demo> {
  return {
    operator: await loginOf(gateway, operator, OLLI),
    merchant: { ...merchant, ...(await loginOf(gateway, merchant, { ...MARA, merchantId: merchant.merchant_id })) },
  }
}

const MARA = { email: DEMO_EMAILS.merchant, name: 'Mara Owner', role: 'owner' } as const
const OLLI = {
  email: DEMO_EMAILS.operator,
  name: 'Olli Operator',
  role: 'platform-admin',
  merchantId: null,
} as const

type DemoOwner = Omit<Parameters<typeof addDemoPerson>[1], 'password'>

/** Creates passwords for a new demo; for an existing one only missing people. */
async function loginOf({ sql }: Gateway, login: Login, { merchantId, ...person }: DemoOwner): Promise<Login> {
  const scope = merchantId === null ? 'operator' : 'merchant'
  const client =
    login.client_secret === null
      ? credentialsOf(await issueClient(sql, { merchantId, scopes: [scope], isDemo: true }))
      : {}
  const email = login.email ?? person.email
  const password = login.password ?? randomText(20)
  if (login.password === null || !(await isKnownPerson(sql, email))) {
    await addDemoPerson(sql, { ...person, merchantId, email, password: new Secret(password) })
  }
  return { ...login, ...client, email, password }
}

const credentialsOf = ({ clientId, clientSecret }: ClientCredentials) => ({
  client_id: clientId,
  client_secret: clientSecret.reveal(),
})

function addressesOf({ baseUrl, dashboardUrl, authUrl, realm, shopPort }: Config) {
  return {
    base_url: baseUrl,
    auth_url: authUrl,
    realm,
    shop_url: shopPort === null ? null : `http://localhost:${shopPort}`,
    dashboard_url: `${dashboardUrl}/dashboard`,
  }
}

/** Points the merchant's oldest endpoint at the shop, or disables it if there is no shop or local webhooks are not allowed. */
async function pointWebhookAtShop(gateway: Gateway, merchantId: string, config: Config): Promise<void> {
  const shopPort = config.allowPrivateWebhooks ? config.shopPort : null
  const { items } = await listMerchantWebhookEndpoints(gateway, merchantId, undefined, 100)
  const endpoint = items.at(-1)
  if (!endpoint) return
  const status = shopPort === null ? 'DISABLED' : 'ACTIVE'
  const url = shopPort === null ? undefined : `http://localhost:${shopPort}/webhooks`
  if (endpoint.status === status && endpoint.url === (url ?? endpoint.url)) return
  await changeWebhookEndpoint(gateway, LATER_ACTOR, merchantId, endpoint.id, { url, status })
}
