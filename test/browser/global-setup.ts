import { randomBytes } from 'node:crypto'
import { startThrowAwayDatabase } from '#test/temporary-database.ts'
import { publishStage } from '../support/browser-stage.ts'
import { startGatewayProcess } from '../support/gateway-process.ts'
import { freePort } from '../support/ports.ts'

/** Starts the whole gateway with its demo shop, once for a run of browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const database = await startThrowAwayDatabase()
  try {
    const shopPort = String(await freePort())
    const masterKey = randomBytes(32).toString('base64')
    const env = { DATABASE_URL: database.url, MASTER_KEY: masterKey, SHOP_PORT: shopPort }
    const gateway = await startGatewayProcess(env)
    publishStage({ demo: gateway.demo, databaseUrl: database.url, masterKey })
    return () => gateway.stop().finally(database.stop)
  } catch (error) {
    await database.stop()
    throw error
  }
}
