import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections on which nothing was asked yet: browsers and load balancers open some ahead. A server that stops would wait
 * for them, because Node counts as idle only what has been answered.
 */
export class SilentConnections {
  readonly #openedAt = new Map<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#openedAt.set(socket, Date.now())
      socket.once('close', () => this.#openedAt.delete(socket))
    })
    server.on('request', ({ socket }) => this.#openedAt.delete(socket))
  }

  /** Ends those that have been silent for longer. A younger one may have its request on the way. */
  closeAfter(milliseconds: number): void {
    for (const [socket, openedAt] of this.#openedAt) {
      if (Date.now() - openedAt > milliseconds) socket.destroy()
    }
  }
}
