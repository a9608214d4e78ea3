import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections opened ahead of a request, which a stopping server waits for: Node counts only answered ones as idle. */
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
