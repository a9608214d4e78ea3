import { createHash } from 'node:crypto'
import type { ApiRequest, Beneficiary, Charge, FollowUp, Money } from '#providers/port/tools.ts'
import { plainPhoneNumber } from '#providers/port/tools.ts'
import { rupeesOf } from './amount.ts'

const LONGEST_PURPOSE = 500
const LONGEST_NOTE = 100
const LONGEST_NAME = 100

/** Cashfree's page for UPI, by app or QR code. No messages are sent: the shopper is present. */
export function linkRequest(charge: Charge, phone: string): ApiRequest {
  const { attemptId, money, reference, customer, returnUrl, noticeUrl } = charge
  const name = [customer.firstName, customer.lastName].filter((part) => part !== null).join(' ')
  return post('/pg/links', attemptId, {
    link_id: attemptId,
    link_amount: rupeesOf(money),
    link_currency: 'INR',
    link_purpose: reference.slice(0, LONGEST_PURPOSE),
    link_partial_payments: false,
    link_auto_reminders: false,
    link_notify: { send_sms: false, send_email: false },
    customer_details: {
      customer_phone: phoneOf(phone),
      ...(name !== '' && { customer_name: name }),
      ...(customer.email !== null && { customer_email: customer.email }),
    },
    link_meta: { return_url: returnUrl, notify_url: noticeUrl, payment_methods: 'upi' },
  })
}

/** Ten digits for an Indian number; others unchanged. */
function phoneOf(phone: string): string {
  const digits = plainPhoneNumber(phone).replaceAll(/\D/g, '')
  return /^(?:91|0)\d{10}$/.test(digits) ? digits.slice(-10) : digits
}

export const linkQuery = (linkId: string) => get(`/pg/links/${encodeURIComponent(linkId)}`)

/** Each try of a payer at a link is an order. */
export const ordersQuery = (linkId: string) => get(`/pg/links/${encodeURIComponent(linkId)}/orders`)

export const paymentsQuery = (orderId: string) => get(`/pg/orders/${encodeURIComponent(orderId)}/payments`)

export function cancelRequest(linkId: string): ApiRequest {
  return { method: 'POST', path: `${linkQuery(linkId).path}/cancel`, headers: {} }
}

/** @param refundId Cashfree's key: it refunds once for each */
export function refundRequest(orderId: string, refundId: string, money: Money, note: string): ApiRequest {
  const body = {
    refund_id: refundId,
    refund_amount: rupeesOf(money),
    refund_note: note.padEnd(3).slice(0, LONGEST_NOTE),
  }
  return post(`/pg/orders/${encodeURIComponent(orderId)}/refunds`, refundId, body)
}

export function refundQuery(orderId: string, refundId: string): ApiRequest {
  return get(`/pg/orders/${encodeURIComponent(orderId)}/refunds/${encodeURIComponent(refundId)}`)
}

export function reversalIdOf(attemptId: string): string {
  return attemptId.replace('att_', 'rev_')
}

/** Transfer to a bank account, by any rail that Cashfree selects. */
export function transferRequest(charge: Charge | FollowUp, beneficiary: Beneficiary): ApiRequest {
  const { attemptId, money } = charge
  const account = { bank_account_number: beneficiary.accountNumber.reveal(), bank_ifsc: beneficiary.ifsc }
  return post('/payout/transfers', attemptId, {
    transfer_id: transferIdOf(attemptId),
    transfer_amount: rupeesOf(money),
    transfer_currency: 'INR',
    transfer_mode: 'banktransfer',
    beneficiary_details: {
      beneficiary_name: beneficiary.accountName.slice(0, LONGEST_NAME),
      beneficiary_instrument_details: account,
    },
  })
}

export const transferQuery = (attemptId: string) => get(`/payout/transfers?transfer_id=${transferIdOf(attemptId)}`)

/** Cashfree allows letters and digits: `att_eu1_1x…` becomes `atteu11x…`. */
export function transferIdOf(attemptId: string): string {
  return attemptId.replaceAll('_', '')
}

/** The part before the KSUID's 27 letters or digits is the group. */
export function attemptIdOf(transferId: string): string {
  return transferId.replace(/^att(?:([a-z\d]{1,6})(?=[0-9A-Za-z]{27}$))?/, (_, group?: string) =>
    group === undefined ? 'att_' : `att_${group}_`,
  )
}

function get(path: string): ApiRequest {
  return { method: 'GET', path, headers: {} }
}

/** POST with the attempt's idempotency key as a UUID, which Cashfree requires (RFC 9562, version 8). */
function post(path: string, key: string, body: unknown): ApiRequest {
  const digest = createHash('sha256').update(`${path} ${key}`).digest('hex')
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`]
  const uuid = [...parts, digest.slice(20, 32)].join('-')
  const headers = { 'content-type': 'application/json', 'x-idempotency-key': uuid }
  return { method: 'POST', path, headers, body: JSON.stringify(body), kept: { id: key } }
}
