import type { ConnectedConfig } from './config.ts'
import { openGateway } from './gateway.ts'
import { buildApp } from './http/app.ts'
import { doorsOf } from './http/routes.ts'

/** One API process: everything the gateway answers over HTTP. */
export async function startApi(config: ConnectedConfig): Promise<{ close(): Promise<void> }> {
  const { gateway, identity, threeDsSimulator, close } = await openGateway(config, 'api', 12)
  const app = await buildApp({ gateway, identity, doors: doorsOf(threeDsSimulator), config })
  await app.listen({ port: config.port, host: config.host })
  return {
    close: async () => {
      await app.close()
      await close()
    },
  }
}
