import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { type Book, stripeId } from './book.ts'
import type { Events } from './events.ts'
import { errorOf } from './objects.ts'

/** A dispute as a test wants it. */
interface Wanted {
  readonly status: string
  readonly amount?: number
  readonly currency?: string
  /** Signed amounts of its balance transactions, the oldest first. */
  readonly money?: readonly number[]
}

/** Stripe's part in disputes. Its vendored definition leaves them out, so the fields are those of its API reference. */
export function disputeHandlers(book: Book, events: Events) {
  const disputes = new Map<string, object & { id: string; status: string }>()
  return {
    /** Makes or changes the dispute of an attempt. @param type of the event, null for a change that no event reports yet */
    put(attemptId: string, wanted: Wanted, type: string | null): string {
      const intent = book.intentOf(attemptId)!
      const id = intent.id.replace('pi_', 'dp_')
      const { status, amount = intent.amount, currency = intent.currency, money = [] } = wanted
      const dispute = {
        ...{ id, object: 'dispute', status, amount, currency, reason: 'fraudulent', charge: intent.charge?.id ?? null },
        payment_intent: intent.id,
        payment_method_details: { card: { network_reason_code: '10.4' } },
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 86_400 },
        balance_transactions: money.map((value, index) => {
          return { id: `txn_${index}`, amount: value, currency, fee: value < 0 ? 1500 : 0, created: index }
        }),
      }
      disputes.set(id, dispute)
      if (type !== null) events.record(type, { ...dispute, metadata: {} })
      return id
    },

    /** Warns of fraud with the payment of an attempt. */
    warn(attemptId: string): void {
      const { id } = book.intentOf(attemptId)!
      const warning = { id: stripeId('issfr'), object: 'radar.early_fraud_warning', payment_intent: id }
      events.record('radar.early_fraud_warning.created', { ...warning, fraud_type: 'misc' } as object)
    },

    read({ params }: SandboxRequest): SandboxAnswer {
      const dispute = disputes.get(params.dispute!)
      if (!dispute) return errorOf(404, { code: 'resource_missing' })
      const intent = [...book.intents.values()].find(({ id }) => id.replace('pi_', 'dp_') === dispute.id)!
      return { status: 200, body: { ...dispute, payment_intent: { id: intent.id, metadata: intent.metadata } } }
    },

    close({ params }: SandboxRequest): SandboxAnswer {
      const dispute = disputes.get(params.dispute!)
      if (!dispute) return errorOf(404, { code: 'resource_missing' })
      if (['won', 'lost'].includes(dispute.status)) return errorOf(400, { message: 'This dispute is already closed' })
      dispute.status = 'lost'
      return { status: 200, body: dispute }
    },
  }
}
