import { withTimeout } from '#domain/with-timeout.ts'
import type { ThreeDsServer } from '#three-ds/server.ts'
import { traced } from '#trace/index.ts'
import type { Gateway } from '../../gateway.ts'

/** Calls the 3-D Secure server with a provider's time limit. @throws Error without one, so that no card is charged without */
export function callThreeDsServer<Answer>(
  { settings, threeDs }: Gateway,
  call: (server: ThreeDsServer, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (!threeDs) throw new Error(`No 3-D Secure server runs in realm ${settings.realm}.`)
  const limit = settings.providerTimeoutSeconds * 1000
  return traced('3-D Secure server', {}, () => withTimeout(limit, (signal) => call(threeDs, signal)))
}
