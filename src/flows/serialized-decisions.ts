import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#store/connection/database.ts'
import { withConfigurationFrozen } from '#store/merchants/configuration-lock.ts'

/** A decision takes milliseconds. Changes no longer wait for a longer one. */
const PATIENCE_MS = 5000

interface Waiting {
  /** Resolves as soon as changes no longer matter. */
  readonly decide: () => Promise<void>
  readonly giveUp: (error: unknown) => void
}

/** Decisions that run while changes wait: all of a merchant together, one merchant after the other, on one connection. */
export class SerializedDecisions {
  readonly #sql: Database
  readonly #waiting = new Map<string, Waiting[]>()
  #last: Promise<void> = Promise.resolve()

  constructor(sql: Database) {
    this.#sql = sql
  }

  /** @param decision calls `decided` once changes no longer matter */
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
      // Completed decisions already have their own result.
      for (const { giveUp } of this.#leave(merchantId)) giveUp(error)
    }
  }

  #leave(merchantId: string): readonly Waiting[] {
    const all = this.#waiting.get(merchantId) ?? []
    this.#waiting.delete(merchantId)
    return all
  }
}
