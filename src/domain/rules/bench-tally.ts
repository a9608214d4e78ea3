import type { Transaction } from '../transaction.ts'

/** IDs of example payments for each rule. */
const MOST_EXAMPLES = 5
/** Payments for each rule that pages list. */
const MOST_LATEST = 50

/** Approval rate of payments that an account decided; null if it decided none. */
export interface Approval {
  readonly rate: number | null
  readonly comparable: number
}

export interface Moved {
  readonly from: string
  readonly to: string
  readonly payments: number
}

export interface RuleTally {
  readonly name: string
  readonly matched: number
  readonly approved: number
  readonly declined: number
  readonly refunded: number
  /** Payments that a review found fraudulent. */
  readonly fraud: number
  readonly amounts: readonly { readonly currency: string; readonly amount: bigint }[]
  readonly examples: readonly string[]
  /** Newest first. */
  readonly latest: readonly Transaction[]
}

export class Tally {
  #counts = { matched: 0, approved: 0, declined: 0, refunded: 0, fraud: 0 }
  readonly #amounts = new Map<string, bigint>()
  readonly #examples: string[] = []
  readonly #latest: Transaction[] = []
  readonly #moved = new Map<string, number>()
  #comparable = { approved: 0, decided: 0 }

  add(transaction: Transaction): void {
    const { id, status, amount, currency, refundedAmount, review } = transaction
    const { matched, approved, declined, refunded, fraud } = this.#counts
    this.#counts = {
      matched: matched + 1,
      approved: approved + Number(status === 'APPROVED'),
      declined: declined + Number(status === 'DECLINED'),
      refunded: refunded + Number(refundedAmount > 0n),
      fraud: fraud + Number(review === 'FRAUD'),
    }
    this.#amounts.set(currency, (this.#amounts.get(currency) ?? 0n) + amount)
    if (this.#examples.length < MOST_EXAMPLES) this.#examples.push(id)
    this.#latest.push(transaction)
    if (this.#latest.length > MOST_LATEST) this.#latest.shift()
  }

  addRoute({ status, processingResult, data }: Transaction, to: string | undefined): void {
    const from = data?.retryOptions?.attempts[0]?.providerAccountId ?? processingResult.paymentProviderAccountId
    if (to === undefined || from === null) return
    if (from !== to) this.#moved.set(`${from} ${to}`, (this.#moved.get(`${from} ${to}`) ?? 0) + 1)
    else if (status === 'APPROVED' || status === 'DECLINED') {
      this.#comparable.decided += 1
      // The first account declined payments that another one approved in the end.
      if (status === 'APPROVED' && processingResult.paymentProviderAccountId === from) this.#comparable.approved += 1
    }
  }

  result(name: string): RuleTally {
    const amounts = [...this.#amounts].map(([currency, amount]) => ({ currency, amount }))
    return { name, ...this.#counts, amounts, examples: this.#examples, latest: this.#latest.toReversed() }
  }

  get moved(): readonly Moved[] {
    return [...this.#moved].map(([key, payments]) => {
      const [from, to] = key.split(' ') as [string, string]
      return { from, to, payments }
    })
  }

  get approvalOfTarget(): Approval {
    const { approved, decided } = this.#comparable
    return { rate: decided === 0 ? null : approved / decided, comparable: decided }
  }
}
