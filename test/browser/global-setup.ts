import { publishStage } from '../support/browser-stage.ts'
import { freePort, startGatewayProcess } from '../support/gateway-process.ts'
import { startThrowAwayDatabase } from '../support/throw-away-database.ts'

/** Starts the whole gateway with its demo shop, once for a run of browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const database = await startThrowAwayDatabase()
  try {
    const shopPort = String(await freePort())
    const gateway = await startGatewayProcess({ DATABASE_URL: database.url, SHOP_PORT: shopPort })
    publishStage({ demo: gateway.demo, databaseUrl: database.url })
    return () => gateway.stop().finally(database.stop)
  } catch (error) {
    await database.stop()
    throw error
  }
}
