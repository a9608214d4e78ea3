import { createHmac } from 'node:crypto'
import type { Notice } from '#providers/port/provider.ts'
import { readDefinition } from '../provider-sandbox/definition.ts'

/** Made up for the sandbox. */
export const HMAC_KEY = 'A1'.repeat(32)
export const TRANSFERS_HMAC_KEY = 'B2'.repeat(32)
export const MERCHANT_ACCOUNT = 'LarkspurCoffeeECOM'

/** Content of a notice about a payment. */
export interface Event {
  readonly eventCode: string
  readonly success: boolean
  readonly pspReference: string
  readonly originalReference?: string
  /** Our attempt. */
  readonly merchantReference: string
  readonly value: number
  readonly currency: string
  readonly reason?: string
  readonly additionalData?: Readonly<Record<string, string>>
}

export interface SentNotice extends Notice {
  readonly attemptId: string
  readonly headers: Headers
}

/** Notices as the sandbox sends them, judged by the provider's definition. */
export interface NoticeSender {
  readonly sent: readonly SentNotice[]
  readonly complaints: readonly string[]
  /** Sets where they go besides the list; initially nowhere. */
  deliverTo(url: string, trouble?: Trouble): void
  /** Delivers notices in its place, each with its event. */
  handTo(deliver: (body: Body, headers: Headers, event: Event) => void): void
  tell(event: Event): void
  tellOfTransfer(reference: string, data: object): void
}

/**
 * Trouble in delivery: each comes twice, after a forged one, two seconds late, every other one late, or before the
 * answer to its subject.
 */
export type Trouble = 'duplicate' | 'forged' | 'late' | 'reordered' | 'early'

const LATE_MS = 2000
const AFTER_THE_ANSWER_MS = 100

const definition = readDefinition('adyen-webhooks-v1.json')

export function openNotices(): NoticeSender {
  const [sent, complaints]: [SentNotice[], string[]] = [[], []]
  let deliver = (_body: Body, _headers: Headers, _event?: Event): void => undefined
  const send = (attemptId: string, json: object, headers: Headers = {}, event?: Event) => {
    const body = Buffer.from(JSON.stringify(json))
    sent.push({ attemptId, body, headers, header: (name) => headers[name.toLowerCase()] })
    deliver(body, headers, event)
  }
  return {
    sent,
    complaints,
    deliverTo(url, trouble) {
      deliver = deliveryTo(url, trouble)
    },
    handTo(other) {
      deliver = (body, headers, event) => event && other(body, headers, event)
    },
    tell(event) {
      const json = noticeOf(event)
      complaints.push(
        ...definition.notice(`/${event.eventCode}`, json).map((problem) => `${event.eventCode}: ${problem}`),
      )
      send(event.merchantReference, json, {}, event)
    },
    tellOfTransfer(reference, data) {
      const json = { type: 'balancePlatform.transfer.updated', environment: 'test', data }
      const signature = hmac(TRANSFERS_HMAC_KEY, JSON.stringify(json))
      send(reference, json, { hmacsignature: signature, protocol: 'HmacSHA256' })
    },
  }
}

function noticeOf({ value, currency, success, additionalData, reason = '', ...event }: Event): object {
  const item = {
    ...event,
    amount: { value, currency },
    eventDate: new Date().toISOString(),
    merchantAccountCode: MERCHANT_ACCOUNT,
    paymentMethod: 'visa',
    reason,
    success: String(success),
  }
  const { pspReference, originalReference = '', merchantReference, eventCode } = event
  const signed = [pspReference, originalReference, MERCHANT_ACCOUNT, merchantReference, value, currency, eventCode]
  const hmacSignature = hmac(HMAC_KEY, [...signed, success].join(':'))
  const NotificationRequestItem = { ...item, additionalData: { ...additionalData, hmacSignature } }
  return { live: 'false', notificationItems: [{ NotificationRequestItem }] }
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64')
}

export type Body = Uint8Array<ArrayBuffer>
export type Headers = Readonly<Record<string, string>>

function deliveryTo(url: string, trouble: Trouble | undefined) {
  let count = 0
  return (body: Body, headers: Headers) => {
    count += 1
    const isLate = trouble === 'late' || (trouble === 'reordered' && count % 2 === 1)
    const delay = trouble === 'early' ? 0 : AFTER_THE_ANSWER_MS
    if (trouble === 'forged') void post(url, forged(body), headers)
    if (trouble === 'duplicate') void post(url, body, headers)
    setTimeout(() => post(url, body, headers), isLate ? LATE_MS : delay)
  }
}

/** Forges a report with another amount. */
export function forged(body: Body): Body {
  return Buffer.from(
    Buffer.from(body)
      .toString()
      .replace(/"value":(\d)/, '"value":9$1'),
  )
}

async function post(url: string, body: Body, headers: Headers): Promise<void> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  await fetch(url, request).catch(() => undefined)
}
