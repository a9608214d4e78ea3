import type { Conduct } from '../provider-sandbox/behavior.ts'
import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { IN_PROGRESS, NOT_FOUND, orderJson, refused, refusedUnlisted } from './answers.ts'
import { type Amount, type Book, newNumber, type Order } from './book.ts'

interface OrderRequest {
  readonly purchase_units: readonly [
    { readonly custom_id: string; readonly amount: Amount; readonly description: string },
  ]
}

/** Status of a capture that a merchant's reference requests of PayPal. */
const CAPTURES: Readonly<Record<string, string>> = {
  'capture-pending': 'PENDING',
  'capture-declined': 'DECLINED',
  'capture-failed': 'FAILED',
}

/** A fault of a capture alone: `capture-silence`. */
const CAPTURE_FAULT = /^capture-(.+)$/
/** A refusal: `refused-PAYER_CANNOT_PAY`. */
const REFUSAL = /^refused-([A-Z_]+)$/
/** Refused until the payer has chosen another way to pay. */
const INSTRUMENT_DECLINED = 'instrument-declined'

/** The routes of Orders v2. */
export function orderRoutes(book: Book, conduct: Conduct, announce: (type: string, order: Order) => void) {
  const running = new Set<string>()
  const answer = (order: Order, status: number) => ({ status, body: orderJson(book, order) })
  const found = ({ params }: SandboxRequest) => book.orders.get(params.id!)

  /** Runs one request of a key at a time; the next one must be sent again. */
  async function alone(request: SandboxRequest, act: () => SandboxAnswer | Promise<SandboxAnswer>) {
    const key = String(request.headers['paypal-request-id'])
    if (running.has(key)) return IN_PROGRESS
    running.add(key)
    await conduct.think()
    try {
      return await act()
    } finally {
      running.delete(key)
    }
  }

  function create(request: SandboxRequest): Promise<SandboxAnswer> {
    return alone(request, () => {
      const key = String(request.headers['paypal-request-id'])
      const known = book.keys.get(key) as Order | undefined
      if (known) return answer(known, 200)
      const [unit] = (request.body as OrderRequest).purchase_units
      return conduct.carryOut(unit.description, `order ${unit.custom_id}`, () => {
        const { amount, description: reference, custom_id: attemptId } = unit
        const waiting = { intent: 'CAPTURE', status: 'PAYER_ACTION_REQUIRED', capture: null } as const
        const isDeclined = reference === INSTRUMENT_DECLINED
        const order: Order = { id: newNumber(), attemptId, amount, reference, isDeclined, ...waiting }
        book.orders.set(order.id, order)
        book.keys.set(key, order)
        return answer(order, 201)
      })
    })
  }

  function capture(request: SandboxRequest): Promise<SandboxAnswer> {
    return alone(request, () => {
      const order = found(request)
      if (!order) return NOT_FOUND
      if (book.keys.has(String(request.headers['paypal-request-id']))) return answer(order, 200)
      const refusal = refusalOf(order)
      const [, word = ''] = CAPTURE_FAULT.exec(order.reference) ?? []
      return refusal ?? conduct.carryOut(word, `capture ${order.id}`, () => take(request, order))
    })
  }

  function take({ headers }: SandboxRequest, order: Order): SandboxAnswer {
    order.status = 'COMPLETED'
    order.capture = { id: newNumber(), status: CAPTURES[order.reference] ?? 'COMPLETED' }
    book.keys.set(String(headers['paypal-request-id']), order)
    announce(`PAYMENT.CAPTURE.${order.capture.status}`, order)
    return answer(order, 201)
  }

  return {
    'POST /v2/checkout/orders': create,
    'GET /v2/checkout/orders/{id}': (request: SandboxRequest) => {
      const order = found(request)
      return order ? answer(order, 200) : NOT_FOUND
    },
    'POST /v2/checkout/orders/{id}/capture': capture,
    'PATCH /v2/checkout/orders/{id}': async (request: SandboxRequest) => {
      await conduct.think()
      const order = found(request)
      if (!order) return NOT_FOUND
      if (order.status === 'COMPLETED') return refused('ORDER_ALREADY_COMPLETED')
      // "Updates an order with a CREATED or APPROVED status."
      if (order.status !== 'APPROVED') return refused('NOT_PATCHABLE')
      order.intent = (request.body as readonly [{ readonly value: Order['intent'] }])[0].value
      return { status: 204, raw: '' }
    },
  }
}

function refusalOf({ id, reference, status, intent, capture, isDeclined }: Order): SandboxAnswer | undefined {
  if (capture) return refused('ORDER_ALREADY_CAPTURED')
  if (status !== 'APPROVED') return refused('ORDER_NOT_APPROVED', id)
  if (intent !== 'CAPTURE') return refusedUnlisted('ACTION_DOES_NOT_MATCH_INTENT')
  if (isDeclined) return refused('INSTRUMENT_DECLINED', id)
  const [, issue] = REFUSAL.exec(reference) ?? []
  return issue === undefined ? undefined : refused(issue)
}
