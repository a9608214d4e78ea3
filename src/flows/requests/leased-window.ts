/** What a process may still let through of what is counted under one name. */
export interface Lease {
  left: number
  /** True if the window has no more to lease. */
  isLast: boolean
}

/** Uses one of a lease. @returns false where it has none left */
export function consumeLease(lease: Lease): boolean {
  if (lease.left === 0) return false
  lease.left -= 1
  return true
}

export interface Window {
  /** Milliseconds since 1970 on the database's clock, which tell windows apart. */
  readonly startsAt: number
  /** On the clock of `performance.now()`. */
  readonly endsAt: number
}

/** A process's leases in the running window, by what is counted; all windows begin and end together. */
export class LeasedWindow {
  readonly #leases = new Map<string, Lease>()
  #window: Window = { startsAt: 0, endsAt: 0 }

  /** @returns whether one more is let through, or undefined where that has to be asked */
  take(counted: string): boolean | undefined {
    if (performance.now() >= this.#window.endsAt) this.#leases.clear()
    const lease = this.#leases.get(counted)
    if (!lease || (lease.left === 0 && !lease.isLast)) return undefined
    return consumeLease(lease)
  }

  /** Adds leases; what belongs to a window before the one that is known is worth nothing any more. */
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
