import type { SandboxAnswer } from '../provider-sandbox/server.ts'
import type { Link, Refund, Transfer, Try } from './book.ts'

export function linkJson({ id, number, amount, purpose, phone, status }: Link) {
  return {
    cf_link_id: number,
    link_id: id,
    link_status: status,
    link_currency: 'INR',
    link_amount: amount,
    link_amount_paid: status === 'PAID' ? amount : 0,
    link_purpose: purpose,
    link_url: `https://payments-test.cashfree.com/links/${number}`,
    customer_details: { customer_phone: phone },
  }
}

export function orderJson(link: Link, { orderId, status }: Try) {
  return {
    cf_order_id: `9${orderId.slice(6)}`,
    link_id: link.id,
    order_id: orderId,
    entity: 'order',
    order_currency: 'INR',
    order_amount: link.amount,
    order_status: status === 'SUCCESS' ? 'PAID' : 'ACTIVE',
    customer_details: { customer_phone: link.phone },
  }
}

export function paymentJson({ amount }: Link, { orderId, status, raw, at }: Try) {
  const details = { error_code: 'TRANSACTION_DECLINED', error_reason: 'auth_declined', error_source: 'customer' }
  return {
    cf_payment_id: `7${orderId.slice(6)}`,
    order_id: orderId,
    entity: 'payment',
    ...(status === 'FAILED' && { error_details: { ...details, ...(raw !== null && { error_code_raw: raw }) } }),
    payment_group: 'upi',
    order_amount: amount,
    order_currency: 'INR',
    payment_currency: 'INR',
    payment_amount: amount,
    payment_time: at.toISOString(),
    payment_status: status,
    ...(status === 'SUCCESS' && { bank_reference: '234928698581' }),
  }
}

export function refundJson({ id, number, orderId, amount, status }: Refund) {
  return {
    cf_refund_id: number,
    refund_id: id,
    order_id: orderId,
    entity: 'refund',
    refund_amount: amount,
    refund_currency: 'INR',
    refund_status: status,
  }
}

export function transferJson({ id, number, amount, status, code }: Transfer) {
  return {
    transfer_id: id,
    cf_transfer_id: number,
    status,
    status_code: code,
    transfer_amount: amount,
    transfer_mode: 'BANK',
    ...(status === 'SUCCESS' && { transfer_utr: 'TESTR92023012200543116' }),
  }
}

/** A refusal: `link_not_found`. */
export function refused(status: number, code: string): SandboxAnswer {
  return { status, body: { message: code.replaceAll('_', ' '), code, type: 'invalid_request_error' } }
}
