import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection as people have it on the road. */
export interface Network {
  /** Milliseconds there and back. */
  readonly roundTrip: number
  /** Kilobits per second. */
  readonly down: number
  readonly up: number
}

/** One direction of the line, which all connections share. */
class Lane {
  readonly #kilobits: number
  #freeAt = 0

  constructor(kilobits: number) {
    this.#kilobits = kilobits
  }

  /** @returns when so many bytes are through, if they begin now */
  pass(bytes: number): number {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + (bytes * 8) / this.#kilobits
    return this.#freeAt
  }
}

/**
 * Puts a slow network before a server on this machine. A new connection costs a round trip, and every byte half of one;
 * so it applies to all frames of a page, in any process of the browser.
 */
export async function slowNetwork(port: number, { roundTrip, down, up }: Network) {
  const lanes = { down: new Lane(down), up: new Lane(up) }
  const server = createServer((browser) => {
    const opened = performance.now() + roundTrip
    const gateway = connect(port, '127.0.0.1')
    carry(browser, gateway, (bytes) => Math.max(lanes.up.pass(bytes), opened) + roundTrip / 2)
    carry(gateway, browser, (bytes) => lanes.down.pass(bytes) + roundTrip / 2)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

function carry(from: Socket, to: Socket, arrivalOf: (bytes: number) => number): void {
  const later = (bytes: number, act: () => void) => setTimeout(act, arrivalOf(bytes) - performance.now())
  from.on('data', (chunk) => later(chunk.length, () => to.writable && to.write(chunk)))
  from.on('end', () => later(0, () => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', () => later(0, () => to.destroy()))
}
