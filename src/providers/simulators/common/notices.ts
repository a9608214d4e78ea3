import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Credentials, CredentialTable } from '#domain/credentials.ts'
import type { Secret } from '#domain/secret.ts'
import type { Notice, ReadNotice } from '../../provider.ts'
import { isText } from './readers.ts'
import type { ChargeNotices, DueNotice } from './simulated-charges.ts'

/** A notice that is not answered in this time is sent again. */
const TIMEOUT_MS = 5000

const SIGNATURE_HEADER = 'x-notice-signature'

/** The attempt a notice speaks of. */
interface Subject {
  readonly merchantId: string
  readonly attemptId: string
}

/** With a key an account's notices are signed; without one they are not, and only make the gateway ask. */
export const CREDENTIALS: CredentialTable = {
  notice_key: {
    label: 'Any text of 16 to 200 characters: notices of this account then carry an HMAC made with it.',
    required: false,
    problemOf: ({ length }) => (length < 16 || length > 200 ? 'Use 16 to 200 characters.' : null),
  },
}

/** The signature of the notices about a charge, or null where the account has no key for it. */
export function signatureFor({ notice_key: key }: Credentials, subject: Subject): string | null {
  return key ? sign(key.current, Buffer.from(writeNotice(subject))) : null
}

function sign(key: Secret<string>, body: Uint8Array): string {
  return createHmac('sha256', key.reveal()).update(body).digest('hex')
}

/** The body of a notice: it names the attempt and says nothing about it, because the gateway then asks. */
function writeNotice({ merchantId, attemptId }: Subject): string {
  return JSON.stringify({ merchant: merchantId, attempt: attemptId })
}

/** The attempt a simulator's notice speaks of. Its attempt id is 128 random bits that only the provider and we know. */
export function readNotice({ notice_key: key }: Credentials, { body, header }: Notice): ReadNotice {
  const signature = header(SIGNATURE_HEADER) ?? ''
  const keys = key ? [key.current, key.previous].filter((one) => one !== null) : []
  if (key && !keys.some((one) => isEqual(sign(one, body), signature))) return 'forged'
  const { merchant, attempt } = objectIn(body)
  if (!isText(merchant) || !isText(attempt)) return []
  return [{ key: attempt, attemptId: attempt, fields: { merchant } }]
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function objectIn(body: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(body).toString()))
  } catch {
    return {}
  }
}

/**
 * Sends the notices that are due: what a provider's own server does, so it exists in UAT only.
 * @returns whether there may be more
 */
export async function sendDueNotices(notices: ChargeNotices): Promise<boolean> {
  const due = await notices.claimDue()
  await Promise.all(due.map((notice) => send(notices, notice)))
  return due.length > 0
}

async function send(notices: ChargeNotices, notice: DueNotice): Promise<void> {
  if (notice.isForgedFirst) await post(notice, 'forged')
  const arrived = await Promise.all(Array.from({ length: notice.copies }, () => post(notice, notice.signature)))
  if (arrived.every(Boolean)) await notices.markDelivered(notice)
}

async function post(notice: DueNotice, signature: string | null): Promise<boolean> {
  const headers = { 'content-type': 'application/json', ...(signature !== null && { [SIGNATURE_HEADER]: signature }) }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(notice.url, { method: 'POST', headers, body: writeNotice(notice), signal })
    return answer.ok
  } catch {
    return false
  }
}
