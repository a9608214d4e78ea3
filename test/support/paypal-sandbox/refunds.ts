import type { Conduct } from '../provider-sandbox/behavior.ts'
import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { NOT_FOUND, refundJson, refused } from './answers.ts'
import { type Amount, type Book, newNumber, type Order, type Refund, rest, unitsOf } from './book.ts'

interface RefundRequest {
  readonly amount?: Amount
  readonly custom_id?: string
  readonly note_to_payer?: string
}

/** The routes of Payments v2 that give money back. */
export function refundRoutes(book: Book, conduct: Conduct, announce: (type: string, refund: Refund) => void) {
  async function create(request: SandboxRequest): Promise<SandboxAnswer> {
    await conduct.think()
    const key = String(request.headers['paypal-request-id'])
    const known = book.keys.get(key) as Refund | undefined
    if (known) return { status: 201, body: refundJson(known) }
    const order = book.captured(request.params.capture_id!)
    if (!order) return NOT_FOUND
    const {
      amount = rest(order.amount, book.givenBack(order)),
      custom_id,
      note_to_payer,
    } = request.body as RefundRequest
    const refusal = refusalOf(book, order, amount, note_to_payer ?? '')
    if (refusal) return refusal
    return conduct.carryOut(note_to_payer ?? '', `refund ${custom_id ?? key}`, () => {
      const status = note_to_payer === 'refund-pending' ? 'PENDING' : 'COMPLETED'
      const refund: Refund = { id: newNumber(), attemptId: custom_id ?? null, order, amount, status }
      book.refunds.set(refund.id, refund)
      book.keys.set(key, refund)
      announce(status === 'PENDING' ? 'PAYMENT.REFUND.PENDING' : 'PAYMENT.CAPTURE.REFUNDED', refund)
      return { status: 201, body: refundJson(refund) }
    })
  }

  return {
    'POST /v2/payments/captures/{capture_id}/refund': create,
    'GET /v2/payments/refunds/{refund_id}': ({ params }: SandboxRequest): SandboxAnswer => {
      const refund = book.refunds.get(params.refund_id!)
      return refund ? { status: 200, body: refundJson(refund) } : NOT_FOUND
    },
  }
}

function refusalOf(book: Book, order: Order, amount: Amount, note: string): SandboxAnswer | undefined {
  if (order.capture?.status === 'PENDING') return refused('PENDING_CAPTURE')
  const left = unitsOf(order.amount) - book.givenBack(order)
  if (left === 0n) return refused('CAPTURE_FULLY_REFUNDED')
  if (amount.currency_code !== order.amount.currency_code) return refused('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (unitsOf(amount) > left) return refused('REFUND_AMOUNT_EXCEEDED')
  const [, issue] = /^refused-([A-Z_]+)$/.exec(note) ?? []
  return issue === undefined ? undefined : refused(issue)
}
