import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#app/config.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EACCES: 'only root may use it',
}
const POLL_MILLISECONDS = 50

/** @throws with the first setting whose port is in use */
export async function assertPortsFree(config: Config): Promise<void> {
  const { host, port, shopHost, shopPort, metricsPort, processes } = config
  if (processes !== 'worker') await assertFree('PORT', host, port)
  if (metricsPort !== null) await assertFree('METRICS_PORT', host, metricsPort)
  if (shopPort !== null) await assertFree('SHOP_PORT', shopHost === 'localhost' ? '127.0.0.1' : shopHost, shopPort)
}

async function assertFree(name: string, host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
    await once(probe.close(), 'close')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(`Cannot listen on ${host} port ${port}: ${REASONS[code] ?? code}. Choose another ${name}.`)
  }
}

export async function waitForListener(port: number, timeoutMilliseconds: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMilliseconds
  while (Date.now() < deadline) {
    if (await isListening(port)) return true
    await sleep(POLL_MILLISECONDS)
  }
  return false
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
