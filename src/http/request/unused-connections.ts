import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections without a request yet. Node counts only answered ones as idle, so stopping would wait for them. */
export class SilentConnections {
  readonly #openedAt = new Map<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#openedAt.set(socket, Date.now())
      socket.once('close', () => this.#openedAt.delete(socket))
    })
    server.on('request', ({ socket }) => this.#openedAt.delete(socket))
  }

  /** Ends connections that have been silent for longer; a younger one may be about to send its request. */
  closeAfter(milliseconds: number): void {
    for (const [socket, openedAt] of this.#openedAt) {
      if (Date.now() - openedAt > milliseconds) socket.destroy()
    }
  }
}
