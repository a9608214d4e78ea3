/** Remaining requests that a process may admit for one counter. */
export interface Lease {
  left: number
  /** True if the window is exhausted. */
  isLast: boolean
}

export function consumeLease(lease: Lease): boolean {
  if (lease.left === 0) return false
  lease.left -= 1
  return true
}

export interface Window {
  /** Milliseconds since 1970 on the database's clock; identifies the window. */
  readonly startsAt: number
  /** On the clock of `performance.now()`. */
  readonly endsAt: number
}

/** A process's leases in the current window, by counter; all windows begin and end together. */
export class LeasedWindow {
  readonly #leases = new Map<string, Lease>()
  #window: Window = { startsAt: 0, endsAt: 0 }

  /** @returns true if admitted; undefined if the database must decide */
  take(counted: string): boolean | undefined {
    if (performance.now() >= this.#window.endsAt) this.#leases.clear()
    const lease = this.#leases.get(counted)
    if (!lease || (lease.left === 0 && !lease.isLast)) return undefined
    return consumeLease(lease)
  }

  /** Adds leases, but ignores those of earlier windows. */
  keep(leases: ReadonlyMap<string, Lease>, window: Window): void {
    if (window.startsAt < this.#window.startsAt) return
    if (window.startsAt > this.#window.startsAt) this.#leases.clear()
    this.#window = window
    for (const [counted, { left, isLast }] of leases) {
      const earlier = this.#leases.get(counted)
      this.#leases.set(counted, { left: left + (earlier?.left ?? 0), isLast: isLast || earlier?.isLast === true })
    }
  }
}
