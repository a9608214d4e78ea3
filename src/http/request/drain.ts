import type { Server, ServerResponse } from 'node:http'

/**
 * The time between being told to stop and closing the port: readiness says 503, so load balancers send nothing new, and each
 * answer ends its connection, so that none is in use when the port closes.
 */
export class Drain {
  #hasBegun = false
  readonly #underWay = new Set<ServerResponse>()

  /** Watches a server. Before it answers anything. */
  watch(server: Server): void {
    server.prependListener('request', (_request, response: ServerResponse) => {
      if (this.#hasBegun) return endConnectionWith(response)
      this.#underWay.add(response)
      response.once('close', () => this.#underWay.delete(response))
    })
  }

  /** True from the moment the gateway was told to stop. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
    for (const response of this.#underWay) endConnectionWith(response)
  }
}

/** Makes the answer say `Connection: close`, unless its headers are sent already. */
function endConnectionWith(response: ServerResponse): void {
  response.shouldKeepAlive = false
}
