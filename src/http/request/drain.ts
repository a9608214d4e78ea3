import type { Server, ServerResponse } from 'node:http'

/**
 * Time between SIGTERM and closing the port: readiness says 503, so load balancers send nothing new, and each
 * answer ends its connection, so that none is in use when the port closes.
 */
export class Drain {
  #hasBegun = false
  readonly #underWay = new Set<ServerResponse>()

  /** Watches a server. Call before it answers any request. */
  watch(server: Server): void {
    server.prependListener('request', (_request, response: ServerResponse) => {
      if (this.#hasBegun) return endConnectionWith(response)
      this.#underWay.add(response)
      response.once('close', () => this.#underWay.delete(response))
    })
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
    for (const response of this.#underWay) endConnectionWith(response)
  }
}

/** Adds `Connection: close` to the answer, unless its headers are sent already. */
function endConnectionWith(response: ServerResponse): void {
  response.shouldKeepAlive = false
}
