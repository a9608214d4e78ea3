import type { Notice } from '../../provider.ts'
import { isText } from './readers.ts'
import type { ChargeNotices, DueNotice } from './simulated-charges.ts'

/** A notice that is not answered in this time is sent again. */
const TIMEOUT_MS = 5000

/** The attempt a notice speaks of. */
interface Subject {
  readonly merchantId: string
  readonly attemptId: string
}

/** The body of a notice: it names the attempt and says nothing about it, because the gateway then asks. */
function writeNotice({ merchantId, attemptId }: Subject): string {
  return JSON.stringify({ merchant: merchantId, attempt: attemptId })
}

/** The attempt a simulator's notice speaks of. Its attempt id is 128 random bits that only the provider and we know. */
export function readNotice({ body }: Notice): Subject | undefined {
  const { merchant, attempt } = objectIn(body)
  return isText(merchant) && isText(attempt) ? { merchantId: merchant, attemptId: attempt } : undefined
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
  const arrived = await Promise.all(Array.from({ length: notice.copies }, () => post(notice)))
  if (arrived.every(Boolean)) await notices.markDelivered(notice)
}

async function post(notice: DueNotice): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(notice.url, { method: 'POST', headers, body: writeNotice(notice), signal })
    return answer.ok
  } catch {
    return false
  }
}
