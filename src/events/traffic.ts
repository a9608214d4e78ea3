/** At once and in all; enough for every endpoint that answers while many others hang. */
const CAPACITY = 1024
const PER_ENDPOINT = 64
/** An endpoint whose last try took longer than this gets one at a time until it is quick again. */
const SLOW_MS = 5000

interface Lane {
  underWay: number
  slow: boolean
}

/** What one worker has under way, so that no endpoint takes more than its share. */
export class Traffic {
  readonly perEndpoint = PER_ENDPOINT
  readonly #lanes = new Map<string, Lane>()
  readonly #tries = new Set<Promise<void>>()

  /** Tries under way. */
  get underWay(): number {
    return this.#tries.size
  }

  /** How many more may begin. */
  get room(): number {
    return CAPACITY - this.#tries.size
  }

  /** The same for each endpoint that does not have all its room. */
  rooms(): Record<string, number> {
    const roomOf = ({ slow, underWay }: Lane) => Math.max((slow ? 1 : PER_ENDPOINT) - underWay, 0)
    return Object.fromEntries([...this.#lanes].map(([id, lane]) => [id, roomOf(lane)]))
  }

  /** Lets a try begin and returns at once. It must not reject. */
  begin(webhookEndpointId: string, attempt: () => Promise<void>): void {
    const lane = this.#lanes.get(webhookEndpointId) ?? { underWay: 0, slow: false }
    this.#lanes.set(webhookEndpointId, lane)
    lane.underWay += 1
    const startedAt = performance.now()
    const running = attempt().then(() => {
      this.#tries.delete(running)
      this.#end(webhookEndpointId, lane, performance.now() - startedAt > SLOW_MS)
    })
    this.#tries.add(running)
  }

  /** Resolves when the first of the tries now under way ends. */
  oneEnded(): Promise<void> {
    return Promise.race(this.#tries)
  }

  /** Resolves when everything now under way has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#tries)
  }

  #end(webhookEndpointId: string, lane: Lane, slow: boolean): void {
    lane.underWay -= 1
    lane.slow = slow
    if (lane.underWay === 0 && !slow) this.#lanes.delete(webhookEndpointId)
  }
}
