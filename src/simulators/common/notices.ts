import { createHmac } from 'node:crypto'
import {
  type Credential,
  type CredentialField,
  type Credentials,
  type CredentialTable,
  valuesOf,
} from '#domain/credentials.ts'
import type { Secret } from '#domain/secret.ts'
import { outbound } from '#outbound/http-client.ts'
import { isSigned } from '#providers/http/notice-signature.ts'
import type { Notice, ReadNotice } from '#providers/provider.ts'
import { isText } from './readers.ts'
import type { ChargeNotices, DueNotice } from './simulated-charges.ts'

/** A notice that is not answered in this time is sent again. */
const TIMEOUT_MS = 5000

const SIGNATURE_HEADER = 'x-notice-signature'

/** The attempt a notice speaks of. */
interface Subject {
  readonly merchantId: string
  readonly attemptId: string
  readonly dispute?: string
}

const FEWEST_CHARACTERS = 8

/** A simulator asks for neither, and takes both, so that an operator can try how credentials are kept and replaced. */
export const CREDENTIALS: CredentialTable = {
  api_key: secretText('Any text of 8 characters or more, as a real provider would give it.'),
  webhook_secret: secretText('HMAC key of notices. Without it, api_key is used.'),
}

function secretText(label: string): CredentialField {
  const problemOf = ({ length }: string) => (length < FEWEST_CHARACTERS ? 'Use 8 characters or more.' : null)
  return { label, required: false, problemOf }
}

/** What an account's notices are signed with; undefined for one without credentials, whose notices are not signed. */
function signingKey({ webhook_secret, api_key }: Credentials): Credential | undefined {
  return webhook_secret ?? api_key
}

/** The signature of the notices about a charge, or null where the account has no key for it. */
export function signatureFor(credentials: Credentials, subject: Subject): string | null {
  const key = signingKey(credentials)
  return key ? sign(key.current, Buffer.from(writeNotice(subject))) : null
}

function sign(key: Secret<string>, body: Uint8Array): string {
  return createHmac('sha256', key.reveal()).update(body).digest('hex')
}

/** The body of a notice: it names the attempt and says nothing about it, because the gateway then asks. */
function writeNotice({ merchantId, attemptId, dispute }: Subject): string {
  return JSON.stringify({ merchant: merchantId, attempt: attemptId, dispute })
}

/** The attempt a simulator's notice speaks of. Its attempt id is 128 random bits that only the provider and we know. */
export function readNotice(credentials: Credentials, { body, header }: Notice): ReadNotice {
  const key = signingKey(credentials)
  const signature = header(SIGNATURE_HEADER) ?? ''
  if (key && !isSigned(valuesOf(key), [body], [Buffer.from(signature, 'hex')])) return 'forged'
  const { merchant, attempt, dispute } = objectIn(body)
  if (!isText(merchant) || !isText(attempt)) return []
  const about = { attemptId: attempt, fields: { merchant } }
  return [isText(dispute) ? { ...about, key: dispute, dispute } : { ...about, key: attempt }]
}

function objectIn(body: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(Buffer.from(body).toString()))
  } catch {
    return {}
  }
}

/** Sends due notices, as a provider's server would, so in UAT only. @returns true if there may be more */
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
    const request = { method: 'POST', url: notice.url, headers, body: writeNotice(notice), signal }
    const { status } = await outbound.send(request)
    return status >= 200 && status < 300
  } catch {
    return false
  }
}
