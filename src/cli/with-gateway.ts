import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import type { Gateway } from '#flows/gateway.ts'
import { withUrl } from './with-database.ts'

/**
 * Opens the whole gateway beside one that may run, without serving anything.
 * @throws Failure that says what to do
 */
export function withGateway<T>(act: (gateway: Gateway) => Promise<T>): Promise<T> {
  return withUrl(async (databaseUrl) => {
    const open = await openGateway({ ...readConfig(process.env), databaseUrl, logLevel: 'silent' }, 'command', 1)
    try {
      return await act(open.gateway)
    } finally {
      await open.close()
    }
  })
}
