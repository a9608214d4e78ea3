import type { Server, ServerResponse } from 'node:http'

/** Ends connections between SIGTERM and closing the port. Readiness says 503 meanwhile, for load balancers. */
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

function endConnectionWith(response: ServerResponse): void {
  response.shouldKeepAlive = false
}
