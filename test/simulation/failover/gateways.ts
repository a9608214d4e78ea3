import type { Demo } from '#test/gateway-process.ts'
import { freePort } from '#test/ports.ts'
import { openTcpProxy } from '#test/tcp-proxy.ts'
import { openRestartableGateway, type RestartableGateway } from '../../support/restartable-gateway.ts'

/** Several gateways on one database behind one address, as a load balancer gives it. */
export interface Gateways {
  readonly demo: Demo
  /** True if each of them says that it can serve. */
  areReady(): Promise<boolean>
  close(): Promise<void>
}

const ROLES = ['all', 'api']

/** One gateway that does everything, and one for the API alone. @param env settings that both have */
export async function openGateways(env: Readonly<Record<string, string>>): Promise<Gateways> {
  const ports = await Promise.all(ROLES.map(freePort))
  let connections = 0
  const balancer = await openTcpProxy(() => ports[connections++ % ports.length]!)
  const common = { ...env, BASE_URL: `http://127.0.0.1:${balancer.port}` }
  const open: RestartableGateway[] = []
  const close = async () => {
    await balancer.close()
    await Promise.all(open.map((gateway) => gateway.close()))
  }
  try {
    // The first one migrates and makes the demo merchant.
    for (const [index, PROCESSES] of ROLES.entries()) {
      open.push(await openRestartableGateway({ ...common, PROCESSES, PORT: String(ports[index]) }))
    }
    return { demo: await open[0]!.demo(), areReady: () => areReady(ports), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function areReady(ports: readonly number[]): Promise<boolean> {
  const answers = await Promise.all(ports.map(isReady))
  return answers.every(Boolean)
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
  return answer?.ok ?? false
}
