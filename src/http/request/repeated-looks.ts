import type { LoggedRequest } from '#flows/requests/request-log.ts'

const PERIOD_MS = 60_000
/** Maximum number of different polls in a minute; all further ones are logged. */
const MOST_LOOKS = 10_000

const LOOKS: readonly string[] = [
  '/api/events',
  '/api/requests',
  '/api/requests/faults',
  '/api/transactions/{id}/timeline',
]

/** Limits the log to one successful poll per client, path and minute (docs/reference/requests.md#request-log). */
export class RepeatedLooks {
  #seen = new Set<string>()
  #since = performance.now()

  has({ method, route, path, status, merchantId, clientId }: LoggedRequest): boolean {
    if (method !== 'GET' || status >= 400 || !LOOKS.includes(route)) return false
    this.#forget()
    const look = `${merchantId} ${clientId} ${path}`
    if (this.#seen.has(look)) return true
    if (this.#seen.size < MOST_LOOKS) this.#seen.add(look)
    return false
  }

  #forget(): void {
    if (performance.now() - this.#since < PERIOD_MS) return
    this.#since = performance.now()
    this.#seen.clear()
  }
}
