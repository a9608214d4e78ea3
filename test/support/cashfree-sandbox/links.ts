import type { Conduct } from '../provider-sandbox/behavior.ts'
import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { linkJson, orderJson, paymentJson, refundJson, refused } from './answers.ts'
import { type Book, type Link, newNumber, paise, type Refund } from './book.ts'

interface LinkRequest {
  readonly link_id: string
  readonly link_amount: number
  readonly link_purpose: string
  readonly customer_details: { readonly customer_phone: string }
}

interface RefundRequest {
  readonly refund_id: string
  readonly refund_amount: number
  readonly refund_note: string
}

/** The routes of payment links and their orders, payments and refunds. */
export function linkRoutes(book: Book, conduct: Conduct) {
  const found = ({ params }: SandboxRequest) => book.links.get(params.link_id!)

  async function create({ body }: SandboxRequest): Promise<SandboxAnswer> {
    await conduct.think()
    const { link_id: id, link_amount: amount, link_purpose: purpose, customer_details } = body as LinkRequest
    if (book.links.has(id)) return refused(409, 'link_already_exists')
    return conduct.carryOut(purpose, `link ${id}`, () => {
      const { customer_phone: phone } = customer_details
      const link: Link = { id, number: newNumber(), amount, purpose, phone, status: 'ACTIVE', tries: [] }
      book.links.set(id, link)
      return { status: 200, body: linkJson(link) }
    })
  }

  async function cancel(request: SandboxRequest): Promise<SandboxAnswer> {
    await conduct.think()
    const link = found(request)
    if (!link) return refused(404, 'link_not_found')
    if (link.status !== 'ACTIVE') return refused(400, 'link_not_active')
    link.status = 'CANCELLED'
    return { status: 200, body: linkJson(link) }
  }

  return {
    'POST /pg/links': create,
    'GET /pg/links/{link_id}': (request: SandboxRequest) => {
      const link = found(request)
      return link ? { status: 200, body: linkJson(link) } : refused(404, 'link_not_found')
    },
    'POST /pg/links/{link_id}/cancel': cancel,
    'GET /pg/links/{link_id}/orders': (request: SandboxRequest) => {
      const link = found(request)
      if (!link) return refused(404, 'link_not_found')
      return { status: 200, body: link.tries.map((one) => orderJson(link, one)) }
    },
    'GET /pg/orders/{order_id}/payments': ({ params }: SandboxRequest) => {
      const all = [...book.links.values()].flatMap((link) => link.tries.map((one) => ({ link, one })))
      const own = all.filter(({ one }) => one.orderId === params.order_id)
      return { status: 200, body: own.map(({ link, one }) => paymentJson(link, one)) }
    },
    ...refundRoutes(book, conduct),
  }
}

function refundRoutes(book: Book, conduct: Conduct) {
  async function create({ body, params }: SandboxRequest): Promise<SandboxAnswer> {
    await conduct.think()
    const { refund_id: id, refund_amount: amount, refund_note: note } = body as RefundRequest
    const orderId = params.order_id!
    const link = book.paid(orderId)
    if (!link) return refused(404, 'order_not_found')
    if (book.refunds.has(id)) return refused(409, 'refund_already_exists')
    const left = paise(link.amount) - book.givenBack(orderId)
    if (paise(amount) > left) return refused(400, 'refund_amount_exceeded')
    return conduct.carryOut(note, `refund ${id}`, () => {
      const states: Readonly<Record<string, Refund['status']>> = {
        'refund-pending': 'PENDING',
        'refund-held': 'ONHOLD',
      }
      const refund: Refund = { id, number: newNumber(), orderId, amount, status: states[note] ?? 'SUCCESS' }
      book.refunds.set(id, refund)
      return { status: 200, body: refundJson(refund) }
    })
  }

  return {
    'POST /pg/orders/{order_id}/refunds': create,
    'GET /pg/orders/{order_id}/refunds/{refund_id}': ({ params }: SandboxRequest) => {
      const refund = book.refunds.get(params.refund_id!)
      const isOwn = refund?.orderId === params.order_id
      return refund && isOwn ? { status: 200, body: refundJson(refund) } : refused(404, 'refund_not_found')
    },
  }
}
