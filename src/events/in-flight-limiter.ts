/** Total attempts in flight; enough for responsive endpoints while many others hang. */
const CAPACITY = 1024
const PER_ENDPOINT = 64
/** An endpoint whose last attempt took longer gets one at a time until it is fast again. */
const SLOW_MS = 5000

interface EndpointLoad {
  inFlight: number
  slow: boolean
}

/** Limits the attempts of a worker in flight, so that no endpoint takes more than its share. */
export class InFlightLimiter {
  readonly perEndpoint = PER_ENDPOINT
  readonly #endpoints = new Map<string, EndpointLoad>()
  readonly #running = new Set<Promise<void>>()

  get inFlight(): number {
    return this.#running.size
  }

  get capacity(): number {
    return CAPACITY - this.#running.size
  }

  /** Capacity of each endpoint below the full one. */
  capacities(): Record<string, number> {
    const capacityOf = ({ slow, inFlight }: EndpointLoad) => Math.max((slow ? 1 : PER_ENDPOINT) - inFlight, 0)
    return Object.fromEntries([...this.#endpoints].map(([id, load]) => [id, capacityOf(load)]))
  }

  /** Starts an attempt without waiting. The attempt must not reject. */
  begin(webhookEndpointId: string, attempt: () => Promise<void>): void {
    const load = this.#endpoints.get(webhookEndpointId) ?? { inFlight: 0, slow: false }
    this.#endpoints.set(webhookEndpointId, load)
    load.inFlight += 1
    const startedAt = performance.now()
    const running = attempt().then(() => {
      this.#running.delete(running)
      this.#end(webhookEndpointId, load, performance.now() - startedAt > SLOW_MS)
    })
    this.#running.add(running)
  }

  oneEnded(): Promise<void> {
    return Promise.race(this.#running)
  }

  /** Resolves when all current attempts have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running)
  }

  #end(webhookEndpointId: string, load: EndpointLoad, slow: boolean): void {
    load.inFlight -= 1
    load.slow = slow
    if (load.inFlight === 0 && !slow) this.#endpoints.delete(webhookEndpointId)
  }
}
