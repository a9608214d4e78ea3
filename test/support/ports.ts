import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Ports below those that systems use for outgoing connections (32768 and up on Linux), so that none is taken by chance
 * before a gateway listens on it, even at its next start.
 */
const [FIRST, LAST] = [12_000, 32_000]
/**
 * A gateway listens seconds after its port was found. So that no other process of tests finds it meanwhile, each finds
 * ports in blocks of its own: it listens on the first port of a block until it ends, however it ends.
 */
const BLOCK = 100

const own: number[] = []

/** Finds a port without a listener, which was found by no other test. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own.pop()
    if (port === undefined) own.push(...(await takeBlock()))
    else if (await isFree(port)) return port
  }
}

async function takeBlock(): Promise<number[]> {
  for (;;) {
    const first = FIRST + BLOCK * randomInt((LAST - FIRST) / BLOCK)
    const holder = await listenOn(first)
    if (holder) {
      holder.unref()
      return Array.from({ length: BLOCK - 1 }, (_, index) => first + 1 + index)
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port)
  probe?.close()
  return probe !== undefined
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}
