import { randomUUID } from 'node:crypto'

export type Metadata = Record<string, string>

export interface BookedCharge {
  readonly id: string
  readonly authorizationCode: string
  captured: number
  refunded: number
  /** Executed captures; a full amount that was captured immediately is none. */
  readonly captures: { readonly attemptId: string; readonly amount: number }[]
}

export interface Intent {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly captureMethod: string
  /** Our reference, which steers what happens. */
  readonly description: string
  readonly metadata: Metadata
  status: string
  lastError: Readonly<Record<string, string>> | null
  charge: BookedCharge | null
  /** How often a card was charged for it: never more than once. */
  timesCharged: number
  suffix: string | null
}

export interface BookedRefund {
  readonly id: string
  readonly intent: Intent
  readonly amount: number
  readonly metadata: Metadata
  status: string
  failureReason: string | null
}

/** Memory of Stripe. */
export class Book {
  readonly intents = new Map<string, Intent>()
  readonly refunds = new Map<string, BookedRefund>()
  readonly paymentMethods = new Set<string>()

  intentOf(attemptId: string | undefined): Intent | undefined {
    return this.intentsOf(attemptId)[0]
  }

  intentsOf(attemptId: string | undefined): Intent[] {
    return [...this.intents.values()].filter(({ metadata }) => metadata.attempt_id === attemptId)
  }

  refundsOf(intent: Intent): BookedRefund[] {
    return [...this.refunds.values()].filter((refund) => refund.intent === intent).reverse()
  }

  /** How often an attempt was executed and not reversed: charges that stand, refunds that were made. */
  netOf(attemptId: string): number {
    const charged = this.intentsOf(attemptId).map((intent) => (isTakenBack(intent) ? 0 : intent.timesCharged))
    const refunded = [...this.refunds.values()].filter(({ metadata }) => {
      return metadata.attempt_id === attemptId && metadata.reversal === undefined
    })
    const standing = refunded.filter(({ status }) => status !== 'failed')
    return charged.reduce((sum, times) => sum + times, standing.length)
  }
}

function isTakenBack({ status, charge }: Intent): boolean {
  return status === 'canceled' || charge === null || charge.refunded >= Math.max(charge.captured, 1)
}

/** `pi_` and 24 letters or digits. */
export function stripeId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`
}
