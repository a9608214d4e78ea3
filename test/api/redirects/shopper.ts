import { expect } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { BROWSER_INFO, type TestMerchant } from '#test/test-merchant.ts'

/** Return URLs of the shop. */
export const ADDRESSES = {
  return_url: 'https://shop.example/thanks?order=1#paid',
  error_url: 'https://shop.example/sorry',
  cancel_url: 'https://shop.example/basket',
}

export const WALLETA = { type: 'walleta-pay-redirect', data: {} }

export function voucher(code: string) {
  return {
    type: `voucher-redirect-${code}`,
    data: { email: 'ana@example.com', first_name: 'Ana', last_name: 'Ionescu' },
  }
}

/** A payment whose shopper was sent away. */
export interface Redirected {
  readonly id: string
  /** The simulated page. */
  readonly url: string
  readonly attemptId: string
}

export type Outcome = 'APPROVED' | 'DECLINED' | 'CANCELED' | 'PENDING'

/** A complete body for a wallet or voucher. */
export function orderOf(merchant: TestMerchant, method: object, changes: Record<string, unknown> = {}) {
  const whole = { customer: { email: 'ana@example.com' }, browser_info: BROWSER_INFO, metadata: {}, ...ADDRESSES }
  return merchant.order({ payment_method: method, ...whole, ...changes })
}

export function authorize(merchant: TestMerchant, method: object, changes: Record<string, unknown> = {}) {
  return merchant.call('POST', '/api/transactions/authorize', { body: orderOf(merchant, method, changes) })
}

export async function openRedirect(
  merchant: TestMerchant,
  method: object = WALLETA,
  changes: Record<string, unknown> = {},
): Promise<Redirected> {
  const { body } = await authorize(merchant, method, changes)
  const url: string = body.redirect.url
  return { id: body.transaction_id, url, attemptId: url.split('/').at(-1)! }
}

/** Presses a button of the page. @returns where the browser is sent, before it goes there */
export async function press(url: string, outcome: Outcome): Promise<string> {
  const body = new URLSearchParams({ outcome })
  const answer = await fetch(`${url}/outcome`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!
}

/** Loads the address the provider sends the browser to. @returns where it goes from there */
export async function comeBack(address: string): Promise<string | null> {
  const answer = await fetch(address, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

/** Posts a notice as a provider's server would, in the simulators' format. */
export function sendNotice(baseUrl: string, merchantId: string, attemptId: string, provider = 'wallet-simulator') {
  const body = JSON.stringify({ merchant: merchantId, attempt: attemptId })
  return fetch(`${baseUrl}/provider-notices/${provider}`, { method: 'POST', body })
}

export async function recordOf(merchant: TestMerchant, id: string) {
  return (await merchant.status(id)).transaction
}

/** The record, once it is final. */
export function ended(merchant: TestMerchant, id: string, seconds = 6) {
  return eventually(`the end of ${id}`, seconds, async () => {
    const record = await recordOf(merchant, id)
    return record.status === 'PENDING' ? undefined : record
  })
}

/** Statuses of the events sent about a transaction. */
export async function eventsAbout(merchant: TestMerchant, id: string): Promise<string[]> {
  const { items } = (await merchant.call('GET', `/api/events?transaction_id=${id}`)).body
  return items.map(({ payload }: { payload: { status: string } }) => payload.status)
}

/** The states of its charges in the simulators' ledgers. */
export async function chargesOf(merchant: TestMerchant, id: string): Promise<string[]> {
  const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items.map(({ state }: { state: string }) => state)
}
