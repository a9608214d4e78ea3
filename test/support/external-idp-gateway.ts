import { randomBytes } from 'node:crypto'
import { startApi } from '#app/api-process.ts'
import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { createMerchant } from '#flows/admin/merchants.ts'
import { freshDatabase } from './database.ts'
import { openIdProvider } from './open-id-provider.ts'
import { freePort } from './ports.ts'
import { browserOf } from './visitor.ts'

const CLIENT = { id: 'dashboard', secret: 'dashboard secret of the test'.replaceAll(' ', '-') }

/** A provider that knows the dashboard of `startForeignGateway`. */
export const openDashboardProvider = () => openIdProvider(CLIENT.id, CLIENT.secret)

/** A gateway whose people sign in at another identity provider. @param authUrl where that is */
export async function startForeignGateway(authUrl: string, settings: Record<string, string> = {}) {
  const database = await freshDatabase()
  const own = { PORT: String(await freePort()), SHOP_PORT: 'off', DATABASE_URL: database.url, LOG_LEVEL: 'fatal' }
  const client = { DASHBOARD_CLIENT_ID: CLIENT.id, DASHBOARD_CLIENT_SECRET: CLIENT.secret, AUTH_URL: authUrl }
  const env = { MASTER_KEY: randomBytes(32).toString('base64'), ...own, ...client, ...settings }
  const config = { ...readConfig(env), databaseUrl: database.url }
  const open = await openGateway(config, 'test', 2)
  const api = await startApi(config)
  const merchant = await createMerchant(open.gateway, 'test', { name: 'Larkspur Coffee' })
  return {
    config,
    baseUrl: config.baseUrl,
    gateway: open.gateway,
    merchantId: merchant.merchantId,
    close: async () => {
      await api.close()
      await open.close()
      await database.drop()
    },
  }
}

/** Signs in at the provider. @returns the gateway's answer to the browser that comes back */
export async function arrive(app: { readonly baseUrl: string }, browser = browserOf(app.baseUrl, '')) {
  const begun = await browser.get('/dashboard/sign-in?back=%2Fdashboard%2Faccount')
  const answered = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  const back = new URL(answered.headers.get('location')!)
  return { browser, answer: await browser.get(back.pathname + back.search) }
}
