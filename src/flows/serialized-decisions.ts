import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#store/connection/database.ts'
import { withConfigurationFrozen } from '#store/merchants/configuration-lock.ts'

/** A decision takes milliseconds. One that takes longer goes on, but no change waits for it any more. */
const PATIENCE_MS = 5000

interface Waiting {
  /** Resolves as soon as it no longer matters what changes. */
  readonly decide: () => Promise<void>
  readonly giveUp: (error: unknown) => void
}

/**
 * Decisions about merchants whose configuration changes so fast that none of them is ever on time. They are made while
 * changes wait: all that came for a merchant together, and one merchant after the other, so that this takes one
 * connection at most.
 */
export class SerializedDecisions {
  readonly #sql: Database
  readonly #waiting = new Map<string, Waiting[]>()
  #last: Promise<void> = Promise.resolve()

  constructor(sql: Database) {
    this.#sql = sql
  }

  /** @param decision calls `decided` once it no longer matters what changes */
  run<T>(merchantId: string, decision: (decided: () => void) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, giveUp) => {
      const decide = () => new Promise<void>((decided) => void decision(decided).then(resolve, giveUp).finally(decided))
      this.#join(merchantId, { decide, giveUp })
    })
  }

  #join(merchantId: string, newcomer: Waiting): void {
    const others = this.#waiting.get(merchantId)
    if (others) {
      others.push(newcomer)
      return
    }
    this.#waiting.set(merchantId, [newcomer])
    this.#last = this.#last.then(() => this.#decideAll(merchantId))
  }

  async #decideAll(merchantId: string): Promise<void> {
    try {
      await withConfigurationFrozen(this.#sql, merchantId, async () => {
        const decided = Promise.all(this.#leave(merchantId).map(({ decide }) => decide()))
        await Promise.race([decided, sleep(PATIENCE_MS)])
      })
    } catch (error) {
      // Whoever has decided by now has an answer of its own.
      for (const { giveUp } of this.#leave(merchantId)) giveUp(error)
    }
  }

  #leave(merchantId: string): readonly Waiting[] {
    const all = this.#waiting.get(merchantId) ?? []
    this.#waiting.delete(merchantId)
    return all
  }
}
