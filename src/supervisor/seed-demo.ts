import type { Config } from '#app/config.ts'
import { randomText } from '#domain/ids.ts'
import { createMerchant } from '#flows/admin/merchants.ts'
import { addMissingSimulatorAccounts } from '#flows/admin/simulator-accounts.ts'
import { createTerminal } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import {
  changeWebhookEndpoint,
  listMerchantWebhookEndpoints,
  registerWebhookEndpoint,
} from '#flows/webhook-endpoints/index.ts'
import { issueClient } from '#identity/issue-client.ts'
import { findClient } from '#store/merchants/clients.ts'
import { type DemoAccess, readDemoFile, writeDemoFile } from './demo-file.ts'

/** A placeholder; every start sets the shop's real address, or disables the endpoint. */
const SHOP_UNKNOWN = { url: 'http://localhost/webhooks', terminalId: null }

/** The actor in the audit log when the demo merchant is created. */
const ACTOR = 'first start'
/** And when a later version adds to it. */
const LATER_ACTOR = 'later start'

/**
 * Makes sure that an operator and a demo merchant exist in UAT and that `demo.json` is right about them: created on the
 * first start, found again on every other, with the addresses of this start (docs/reference/running.md#the-demo-file).
 */
export async function seedDemo(gateway: Gateway, config: Config): Promise<DemoAccess> {
  const earlier = readDemoFile(config.dataDir)
  const known = earlier && (await isKnown(gateway, earlier)) ? earlier : await createDemo(gateway)
  const demo = { ...known, ...addressesOf(config) }
  await addMissingSimulatorAccounts(gateway, LATER_ACTOR, demo.merchant.merchant_id)
  await pointWebhookAtShop(gateway, demo.merchant.merchant_id, config)
  writeDemoFile(config.dataDir, demo)
  return demo
}

/** A file that belongs to another database names clients that do not exist here. */
async function isKnown(gateway: Gateway, { merchant, operator }: DemoAccess): Promise<boolean> {
  const [client, operatorClient] = await Promise.all([
    findClient(gateway.sql, merchant.client_id),
    findClient(gateway.sql, operator.client_id),
  ])
  return client?.merchantId === merchant.merchant_id && operatorClient?.merchantId === null
}

async function createDemo(gateway: Gateway): Promise<Omit<DemoAccess, keyof ReturnType<typeof addressesOf>>> {
  const [operator, merchant] = await Promise.all([
    issueClient(gateway.sql, { merchantId: null, scopes: ['operator'] }),
    createMerchant(gateway, ACTOR, { name: 'Larkspur Coffee', country: 'RO' }),
  ])
  const { merchantId } = merchant
  const terminal = await createTerminal(gateway, ACTOR, merchantId, { name: 'Demo terminal' })
  const webhook = await registerWebhookEndpoint(gateway, gateway.sql, merchantId, SHOP_UNKNOWN)
  return {
    operator: {
      client_id: operator.clientId,
      client_secret: operator.clientSecret.reveal(),
      email: 'operator@tollgate.example',
      password: randomText(20),
    },
    merchant: {
      merchant_id: merchantId,
      client_id: merchant.clientId!,
      client_secret: merchant.clientSecret.reveal(),
      client_key: merchant.clientKey,
      public_key: merchant.publicKey!,
      email: 'merchant@tollgate.example',
      password: randomText(20),
      webhook_secret: webhook.secret.reveal(),
      terminal_id: terminal.terminalId,
    },
  }
}

function addressesOf({ baseUrl, authUrl, realm, shopPort }: Config) {
  return {
    base_url: baseUrl,
    auth_url: authUrl,
    realm,
    shop_url: shopPort === null ? null : `http://localhost:${shopPort}`,
    dashboard_url: `${baseUrl}/dashboard`,
  }
}

/**
 * The shop's endpoint is the merchant's oldest. It is disabled where there is no shop, or where webhooks may not be
 * sent to this machine.
 */
async function pointWebhookAtShop(gateway: Gateway, merchantId: string, config: Config): Promise<void> {
  const shopPort = config.allowPrivateWebhooks ? config.shopPort : null
  const { items } = await listMerchantWebhookEndpoints(gateway, merchantId, undefined, 100)
  const endpoint = items.at(-1)
  if (!endpoint) return
  const status = shopPort === null ? 'DISABLED' : 'ACTIVE'
  const url = shopPort === null ? undefined : `http://localhost:${shopPort}/webhooks`
  if (endpoint.status === status && endpoint.url === (url ?? endpoint.url)) return
  await changeWebhookEndpoint(gateway, merchantId, endpoint.id, { url, status })
}
