import type { SandboxAnswer } from '../provider-sandbox/server.ts'
import { type Book, newNumber, type Order, type Refund, unitsOf } from './book.ts'

const STARTED = new Date().toISOString()

export function orderJson(book: Book, order: Order) {
  const { id, attemptId, amount, intent, status, capture, reference } = order
  const names = { reference_id: attemptId, custom_id: attemptId, invoice_id: attemptId, description: reference }
  return {
    id,
    intent,
    status,
    create_time: STARTED,
    purchase_units: [
      { ...names, amount, ...(capture && { payments: { captures: [captureJson(book, order, capture)] } }) },
    ],
    payment_source: { paypal: { email_address: 'payer@example.com', account_id: 'QYR5Z8XDVJNXQ' } },
    links: linksOf(order),
  }
}

/** A reference of `unsafe-link…` leads the payer astray. */
function linksOf({ id, status, reference }: Order) {
  const self = { href: `https://api-m.sandbox.paypal.com/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' }
  return status === 'COMPLETED'
    ? [self]
    : [self, { ...payerLink(id), ...(reference.startsWith('unsafe-link') && UNSAFE), rel: 'payer-action' }]
}

const UNSAFE = { href: 'javascript:alert(1)' }

function payerLink(id: string) {
  return { href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}`, rel: 'redirect', method: 'GET' }
}

function captureJson(book: Book, order: Order, { id, status }: NonNullable<Order['capture']>) {
  const given = book.givenBack(order)
  const after = given === unitsOf(order.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return {
    id,
    status: status === 'COMPLETED' && given > 0n ? after : status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    ...(status === 'DECLINED' && { processor_response: { response_code: '5120' } }),
    amount: order.amount,
    custom_id: order.attemptId,
    invoice_id: order.attemptId,
    final_capture: true,
  }
}

export function refundJson({ id, attemptId, amount, status }: Refund) {
  return {
    id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    amount,
    ...(attemptId !== null && { custom_id: attemptId, invoice_id: attemptId }),
  }
}

export const NOT_FOUND: SandboxAnswer = {
  status: 404,
  body: {
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
    details: [{ issue: 'INVALID_RESOURCE_ID' }],
    debug_id: 'd1',
  },
}

export const IN_PROGRESS: SandboxAnswer = {
  status: 409,
  body: {
    name: 'RESOURCE_CONFLICT',
    message: 'The server has detected a conflict while processing this request.',
    details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }],
    debug_id: 'd2',
  },
}

/** A refusal; the payer's link where they may choose again. */
export function refused(issue: string, orderId?: string): SandboxAnswer {
  return { status: 422, body: errorJson(issue, orderId), headers: { 'paypal-debug-id': newNumber() } }
}

/** One that PayPal gives and its definition does not list, so it is not judged by it. */
export function refusedUnlisted(issue: string): SandboxAnswer {
  return { status: 422, raw: JSON.stringify(errorJson(issue)) }
}

function errorJson(issue: string, orderId?: string) {
  return {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
    details: [{ issue }],
    debug_id: 'd3',
    links: orderId === undefined ? [] : [payerLink(orderId)],
  }
}
