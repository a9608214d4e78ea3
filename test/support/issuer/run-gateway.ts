import { serveApi } from '../../../src/api-process.ts'
import { readConfig } from '../../../src/config.ts'
import { openGateway } from '../../../src/open-gateway.ts'
import type { Stage } from '../browser-stage.ts'
import { freePort } from '../ports.ts'
import type { Issuer } from './acs.ts'

/** A further API process' worth of the stage's gateway, in this process, which asks this issuer's 3-D Secure server. */
export async function serveWithIssuer(
  { databaseUrl, masterKey }: Stage,
  { threeDs }: Issuer,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly baseUrl: string; close(): Promise<void> }> {
  const own = { PORT: String(await freePort()), SHOP_PORT: 'off', LOG_LEVEL: 'warn' }
  const config = { ...readConfig({ ...own, DATABASE_URL: databaseUrl, MASTER_KEY: masterKey, ...env }), databaseUrl }
  const open = await openGateway(config, 'issuer', 4)
  const { close } = await serveApi({ ...open, gateway: { ...open.gateway, threeDs } }, config)
  return { baseUrl: config.baseUrl, close }
}
