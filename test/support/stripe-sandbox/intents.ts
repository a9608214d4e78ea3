import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { type Book, type Intent, type Metadata, stripeId } from './book.ts'
import type { Events } from './events.ts'
import { charge, refusalOf } from './issuer.ts'
import { errorOf, shownIntent, shownPaymentMethod } from './objects.ts'
import { orderOf } from './steering.ts'

type Body = Readonly<Record<string, never>>

const UNCONFIRMED = ['requires_payment_method', 'requires_confirmation']

export function intentHandlers(book: Book, events: Events) {
  const shown = (intent: Intent, { query, text }: SandboxRequest): SandboxAnswer => {
    const isExpanded = query.has('expand[]') || text.includes('latest_charge')
    return { status: 200, body: shownIntent(intent, isExpanded) }
  }
  const happened = (intent: Intent, type: string) => events.record(`payment_intent.${type}`, shownIntent(intent, false))
  const onIntent = (act: (intent: Intent, request: SandboxRequest) => SandboxAnswer) => (request: SandboxRequest) => {
    const intent = book.intents.get(request.params.intent!)
    return intent ? act(intent, request) : errorOf(404, { code: 'resource_missing', param: 'intent' })
  }

  return {
    create(request: SandboxRequest): SandboxAnswer {
      const intent = newIntent(request.body as Body)
      if (intent.amount < 10) return errorOf(400, { code: 'amount_too_small', param: 'amount' })
      book.intents.set(intent.id, intent)
      return shown(intent, request)
    },

    describe: onIntent((intent, request) => {
      if (!UNCONFIRMED.includes(intent.status)) return unexpectedState(intent)
      intent.suffix = (request.body as Body).statement_descriptor_suffix ?? null
      return shown(intent, request)
    }),

    card({ body }: SandboxRequest): SandboxAnswer {
      const { number } = (body as { card: { number: string } }).card
      if (number.endsWith('0002')) return errorOf(402, { type: 'card_error', code: 'incorrect_number' })
      const id = stripeId('pm')
      book.paymentMethods.add(id)
      return { status: 200, body: shownPaymentMethod(id) }
    },

    confirm: onIntent((intent, request) => {
      const { payment_method: method, payment_method_options: options } = request.body as Body
      if (!UNCONFIRMED.includes(intent.status)) return unexpectedState(intent)
      if (!book.paymentMethods.has(method!)) return errorOf(404, { code: 'resource_missing', param: 'payment_method' })
      const error = refusalOf(intent, options !== undefined)
      if (error) {
        happened(intent, 'payment_failed')
        return errorOf(402, { ...error, payment_intent: shownIntent(intent, false) })
      }
      charge(intent)
      happened(intent, intent.status === 'succeeded' ? 'succeeded' : 'amount_capturable_updated')
      const isWrong = orderOf(intent.description, 'amount') === 'wrong-once'
      return isWrong ? { status: 200, body: { ...shownIntent(intent, true), amount: 1 } } : shown(intent, request)
    }),

    capture: onIntent((intent, request) => {
      const { amount_to_capture: amount, final_capture: final, metadata } = request.body as Body
      const { status, charge: booked } = intent
      if (status !== 'requires_capture') return unexpectedState(intent)
      const left = intent.amount - booked!.captured
      if (Number(amount) > left) return errorOf(400, { code: 'amount_too_large', param: 'amount_to_capture' })
      const isFinal = final !== 'false' || Number(amount) === left
      if (final === 'false' && orderOf(intent.description, 'multicapture') === 'no') {
        return errorOf(400, { param: 'final_capture', message: 'This payment cannot be captured more than once.' })
      }
      booked!.captured += Number(amount)
      booked!.captures.push({ attemptId: captorOf(metadata), amount: Number(amount) })
      Object.assign(intent.metadata, metadata)
      if (isFinal) intent.status = 'succeeded'
      if (isFinal) happened(intent, 'succeeded')
      return shown(intent, request)
    }),

    cancel: onIntent((intent, request) => {
      if (![...UNCONFIRMED, 'requires_capture', 'processing'].includes(intent.status)) return unexpectedState(intent)
      intent.status = 'canceled'
      happened(intent, 'canceled')
      return shown(intent, request)
    }),

    read: onIntent(shown),

    /** Stripe holds the authorization no longer. */
    expire(attemptId: string): void {
      const intent = book.intentOf(attemptId)!
      intent.status = 'canceled'
      happened(intent, 'canceled')
    },
  }
}

function newIntent({ amount, currency, capture_method, description, metadata }: Body): Intent {
  return {
    id: stripeId('pi'),
    amount: Number(amount),
    currency: currency!,
    captureMethod: capture_method!,
    description: description!,
    metadata: { ...(metadata as unknown as Metadata) },
    status: 'requires_payment_method',
    lastError: null,
    charge: null,
    timesCharged: 0,
    suffix: null,
  }
}

/** Attempt of a capture, named by its mark. */
function captorOf(metadata: Metadata | undefined): string {
  const [mark = ''] = Object.keys(metadata ?? {})
  return mark.replace(/^capture_/, '')
}

function unexpectedState(intent: Intent): SandboxAnswer {
  return errorOf(400, { code: 'payment_intent_unexpected_state', payment_intent: shownIntent(intent, false) })
}
