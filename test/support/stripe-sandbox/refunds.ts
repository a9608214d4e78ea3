import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { type Book, type BookedRefund, type Metadata, stripeId } from './book.ts'
import type { Events } from './events.ts'
import { errorOf, shownRefund } from './objects.ts'
import { orderOf } from './steering.ts'

interface Asked {
  readonly payment_intent?: string
  readonly amount?: string
  readonly metadata?: Metadata
}

export function refundHandlers(book: Book, events: Events) {
  return {
    create({ body }: SandboxRequest): SandboxAnswer {
      const { payment_intent, amount, metadata = {} } = body as Asked
      const intent = book.intents.get(payment_intent!)
      if (!intent) return errorOf(404, { code: 'resource_missing', param: 'payment_intent' })
      const left = (intent.charge?.captured ?? 0) - (intent.charge?.refunded ?? 0)
      if (left === 0) return errorOf(400, { code: 'charge_already_refunded' })
      const wanted = amount === undefined ? left : Number(amount)
      if (wanted > left) return errorOf(400, { param: 'amount', message: 'Greater than the unrefunded amount.' })
      const made: BookedRefund = {
        id: stripeId('re'),
        intent,
        amount: wanted,
        metadata: { ...metadata },
        status: orderOf(metadata.reference ?? '', 'refund') ?? orderOf(intent.description, 'refund') ?? 'succeeded',
        failureReason: null,
      }
      book.refunds.set(made.id, made)
      intent.charge!.refunded += wanted
      events.record('refund.created', shownRefund(made))
      return { status: 200, body: shownRefund(made) }
    },

    read({ params }: SandboxRequest): SandboxAnswer {
      const refund = book.refunds.get(params.refund!)
      return refund ? { status: 200, body: shownRefund(refund) } : errorOf(404, { code: 'resource_missing' })
    },

    /** The newest first, as many as asked for. */
    list({ query }: SandboxRequest): SandboxAnswer {
      const intent = book.intents.get(query.get('payment_intent')!)
      const all = intent ? book.refundsOf(intent) : []
      const after = query.get('starting_after')
      const rest = after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1)
      const page = rest.slice(0, Number(query.get('limit') ?? 10)).map(shownRefund)
      const has_more = rest.length > page.length
      return { status: 200, body: { object: 'list', data: page, has_more, url: '/v1/refunds' } }
    },

    /** The money comes back, days after the refund succeeded. */
    fail(attemptId: string, reason: string): void {
      const refund = [...book.refunds.values()].find(({ metadata }) => metadata.attempt_id === attemptId)!
      refund.status = 'failed'
      refund.failureReason = reason
      refund.intent.charge!.refunded -= refund.amount
      events.record('refund.failed', shownRefund(refund))
    },
  }
}
