import { resolve } from 'node:path'
import { SETTINGS } from '#app/config/settings.ts'
import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { readDemoFile } from '#app/supervisor/demo-file.ts'
import type { Gateway } from '#flows/gateway.ts'
import { dataDirectory, settingOf, withUrl } from './with-database.ts'

/** Opens the gateway without serving, even next to a running one. @throws ConfigError, or Failure that says what to do */
export async function withGateway<T>(act: (gateway: Gateway) => Promise<T>): Promise<T> {
  const config = readConfig(withDemoUrl())
  return withUrl(async (databaseUrl) => {
    const open = await openGateway({ ...config, databaseUrl, logLevel: 'silent' }, 'command', 1)
    try {
      return await act(open.gateway)
    } finally {
      await open.close()
    }
  })
}

/** The demo file has the URL of a gateway whose PORT this shell does not have. */
function withDemoUrl(): NodeJS.ProcessEnv {
  const { env } = process
  if (settingOf(SETTINGS.realm) !== 'uat' || env.BASE_URL?.trim() || env.PORT?.trim()) return env
  return { ...env, BASE_URL: readDemoFile(resolve(dataDirectory()))?.base_url }
}
