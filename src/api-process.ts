import type { ConnectedConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { SilentConnections } from './http/request/silent-connections.ts'
import { routesOf } from './http/routes.ts'
import { type OpenGateway, openGateway } from './open-gateway.ts'

/**
 * Where the kernel can, it hands connections to the API processes itself. Through the cluster's parent, one that is
 * being handed over while its process is killed would hang until its client gives up.
 */
const SHARED = process.platform === 'linux' ? { reusePort: true } : {}

const SWEEP_MS = 100
/** Who opens a connection to ask something does so at once. */
const SILENCE_MS = 1000

/** One API process: everything the gateway answers over HTTP. */
export async function startApi(config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  return serveApi(await openGateway(config, 'api', 9), config)
}

/** Serves the routes of an open gateway. @returns closes them, and then the gateway */
export async function serveApi(open: OpenGateway, config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  const { gateway, identity, threeDsSimulator, simulators } = open
  const routes = routesOf(threeDsSimulator, simulators?.pages ?? null, identity.signIn)
  const app = await buildApp({ gateway, identity, routes, config })
  const silent = new SilentConnections(app.server)
  await app.listen({ port: config.port, host: config.host, ...SHARED })
  return {
    close: async () => {
      // A connection whose request was under way is idle once it is answered; nobody else would close it.
      const sweeping = setInterval(() => {
        app.server.closeIdleConnections()
        silent.closeAfter(SILENCE_MS)
      }, SWEEP_MS)
      await app.close().finally(() => clearInterval(sweeping))
      await open.close()
    },
  }
}
