import type { ApiRequest, Charge } from '#providers/port/tools.ts'
import type { Amount } from './amount.ts'

const JSON_BODY = { 'content-type': 'application/json', prefer: 'return=representation' }
/** Marks the return URL of a payer who canceled, which PayPal does not do. */
export const CANCELED = { payer: 'canceled' } as const
const LONGEST_TEXT = 127
const LONGEST_NOTE = 255

/** Order for approval. By its invoice ID PayPal rejects a second payment of an attempt. */
export function orderRequest(charge: Charge, amount: Amount): ApiRequest {
  const { attemptId, merchantName, reference, returnUrl } = charge
  const body = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: attemptId,
        custom_id: attemptId,
        invoice_id: attemptId,
        description: reference.slice(0, LONGEST_TEXT),
        amount,
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: merchantName.slice(0, LONGEST_TEXT),
          return_url: returnUrl,
          cancel_url: `${returnUrl}?${new URLSearchParams(CANCELED)}`,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  }
  return post('/v2/checkout/orders', attemptId, body, { custom_id: attemptId, ...retainedFields(amount) })
}

export function orderQuery(orderId: string): ApiRequest {
  return { method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(orderId)}`, headers: {} }
}

/** Captures an approved order. PayPal captures an order once, with any key. */
export function captureRequest(orderId: string, attemptId: string): ApiRequest {
  return post(`${orderQuery(orderId).path}/capture`, `${attemptId}:capture`, {})
}

/** Bars an order: PayPal captures none with another intent. */
export function blockCaptureRequest(orderId: string): ApiRequest {
  const body = JSON.stringify([{ op: 'replace', path: '/intent', value: 'AUTHORIZE' }])
  return { ...orderQuery(orderId), method: 'PATCH', headers: JSON_BODY, body, kept: { intent: 'AUTHORIZE' } }
}

export function refundRequest(
  captureId: string,
  { attemptId, reference }: { readonly attemptId: string; readonly reference: string },
  amount: Amount,
): ApiRequest {
  const body = {
    amount,
    custom_id: attemptId,
    invoice_id: attemptId,
    note_to_payer: reference.slice(0, LONGEST_NOTE),
  }
  return post(refundsOf(captureId), attemptId, body, { custom_id: attemptId, ...retainedFields(amount) })
}

export function reversalRequest(captureId: string, attemptId: string): ApiRequest {
  return post(refundsOf(captureId), `${attemptId}:reversal`, {})
}

export function refundQuery(refundId: string): ApiRequest {
  return { method: 'GET', path: `/v2/payments/refunds/${encodeURIComponent(refundId)}`, headers: {} }
}

export function captureQuery(captureId: string): ApiRequest {
  return { method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(captureId)}`, headers: {} }
}

export function disputeQuery(disputeId: string): ApiRequest {
  return { method: 'GET', path: `/v1/customer/disputes/${encodeURIComponent(disputeId)}`, headers: {} }
}

/** Accepts a case: PayPal refunds the buyer. */
export function acceptClaimRequest(disputeId: string): ApiRequest {
  const body = { note: 'The merchant accepts the claim.' }
  return post(`${disputeQuery(disputeId).path}/accept-claim`, `${disputeId}:accept`, body)
}

export const WEBHOOKS_QUERY: ApiRequest = { method: 'GET', path: '/v1/notifications/webhooks', headers: {} }

function refundsOf(captureId: string): string {
  return `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
}

function retainedFields({ value, currency_code }: Amount) {
  return { 'amount.value': value, 'amount.currency_code': currency_code }
}

function post(path: string, key: string, body: unknown, kept: ApiRequest['kept'] = {}): ApiRequest {
  return {
    method: 'POST',
    path,
    headers: { ...JSON_BODY, 'paypal-request-id': key },
    body: JSON.stringify(body),
    kept: { 'paypal-request-id': key, ...kept },
  }
}
