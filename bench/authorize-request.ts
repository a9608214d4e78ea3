import { randomBytes } from 'node:crypto'
import type { RequestedPaymentMethod } from '#client/payment-method.ts'
import type { BrowserInfo } from '#client/schema.ts'

const BROWSER_INFO: BrowserInfo = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  language: 'en-US',
}

const run = randomBytes(6).toString('hex')
let count = 0

/** A purchase under a reference of its own, with every field of a card payment. */
export function authorizeRequest(
  terminalId: string,
  method: RequestedPaymentMethod,
  simulatedFlow: string,
  saveCard = false,
): string {
  count += 1
  return JSON.stringify({
    reference: `bench-${run}-${count}`,
    terminal_id: terminalId,
    description: 'Benchmark order',
    currency: 'EUR',
    amount: 1999,
    transaction_type: 'PURCHASE',
    payment_method: method,
    customer: { first_name: 'Ada', last_name: 'Lovelace', country: 'GB', email: 'ada@shop.example' },
    browser_info: BROWSER_INFO,
    metadata: { simulated_flow: simulatedFlow },
    return_url: 'https://shop.example/return',
    ...(saveCard && { tokenization: { save_card_for_future_payments: true } }),
    // The merchant completes the challenge itself, as with a challenge inside its own page.
    options: { three_ds: { notification_url: 'https://shop.example/three-ds' } },
  })
}

/** Fields of an approved payment's record that the bench uses. */
export interface Approved {
  readonly id: string
  readonly merchant_id: string
  readonly payment_method: { readonly token: string | null }
}

/** @throws where an answer is not the approved result */
export function expectApproved(envelope: string): Approved {
  const { result } = JSON.parse(envelope)
  if (result?.status !== 'APPROVED') throw new Error(`Not approved: ${envelope.slice(0, 300)}`)
  return result
}
