import { setTimeout as sleep } from 'node:timers/promises'
import { SilentConnections } from '#http/request/unused-connections.ts'
import type { ConnectedConfig } from './config.ts'
import { stateFrame } from './dashboard/shell/state-frame.ts'
import { buildApp } from './http/app.ts'
import { dashboardRedirects } from './http/pages/dashboard-redirects.ts'
import { closePort } from './http/request/close-port.ts'
import { Drain } from './http/request/drain.ts'
import { LONGEST_TIMER_MS } from './longest-timer.ts'
import { type OpenGateway, openGateway } from './open-gateway.ts'
import { dashboardSiteOf, routesOf } from './routes.ts'
import { readDemoFile } from './supervisor/demo-file.ts'

/** Lets the kernel distribute connections: the cluster's parent may forward one to a killed process, where it would hang. */
const SHARED = process.platform === 'linux' ? { reusePort: true } : {}

const SWEEP_MS = 100
/** Time in which a new connection must send its request. */
const SILENCE_MS = 1000

export async function startApi(config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  return serveApi(await openGateway(config, config.processes === 'dashboard' ? 'dashboard' : 'api', 9), config)
}

/** Serves the routes of an open gateway. @returns drains and closes them, and then the gateway */
export async function serveApi(open: OpenGateway, config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  const { gateway, identity, threeDsSimulator, simulators } = open
  const documented = routesOf(threeDsSimulator, simulators?.pages ?? null, identity.signIn)
  const apart = config.dashboardUrl === config.baseUrl ? [] : dashboardRedirects
  const routes = config.processes === 'dashboard' ? dashboardSiteOf(identity.signIn) : [...documented, ...apart]
  const drain = new Drain()
  const demo = () => readDemoFile(config.dataDir)?.merchant
  const isStopping = () => drain.hasBegun
  const app = await buildApp({ gateway, identity, routes, documented, config, demo, stateFrame, isStopping })
  drain.watch(app.server)
  const silent = new SilentConnections(app.server)
  await app.listen({ port: config.port, host: config.host, ...SHARED })
  return {
    close: async () => {
      drain.begin()
      await sleep(Math.min(config.drainSeconds * 1000, LONGEST_TIMER_MS))
      await closePort(app.server)
      // A connection whose request was in progress is idle once it is answered; no one else would close it.
      const sweeping = setInterval(() => {
        app.server.closeIdleConnections()
        silent.closeAfter(SILENCE_MS)
      }, SWEEP_MS)
      await app.close().finally(() => clearInterval(sweeping))
      await open.close()
    },
  }
}
