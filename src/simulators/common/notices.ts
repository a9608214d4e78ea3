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
import { isSigned } from '#providers/port/notice-signature.ts'
import type { Notice, ReadNotice } from '#providers/port/provider.ts'
import { isText } from './readers.ts'
import type { ChargeNotices, DueNotice } from './simulated-charges.ts'

/** A notice without an answer in this time is sent again. */
const TIMEOUT_MS = 5000

const SIGNATURE_HEADER = 'x-notice-signature'

interface Subject {
  readonly merchantId: string
  readonly attemptId: string
  readonly dispute?: string
}

const FEWEST_CHARACTERS = 8

/** A simulator requires neither but accepts both, so that operators can try out credentials and their rotation. */
export const CREDENTIALS: CredentialTable = {
  api_key: secretText('Any text of 8 characters or more, as a real provider would give it.'),
  webhook_secret: secretText('HMAC key of notices. Without it, api_key is used.'),
}

function secretText(label: string): CredentialField {
  const problemOf = ({ length }: string) => (length < FEWEST_CHARACTERS ? 'Use 8 characters or more.' : null)
  return { label, required: false, problemOf }
}

/** Signing key of an account's notices; undefined without credentials, whose notices are not signed. */
function signingKey({ webhook_secret, api_key }: Credentials): Credential | undefined {
  return webhook_secret ?? api_key
}

export function signatureFor(credentials: Credentials, subject: Subject): string | null {
  const key = signingKey(credentials)
  return key ? sign(key.current, Buffer.from(writeNotice(subject))) : null
}

function sign(key: Secret<string>, body: Uint8Array): string {
  return createHmac('sha256', key.reveal()).update(body).digest('hex')
}

/** Body of a notice: only the attempt, because the gateway then queries its status. */
function writeNotice({ merchantId, attemptId, dispute }: Subject): string {
  return JSON.stringify({ merchant: merchantId, attempt: attemptId, dispute })
}

/** Reads the attempt of a notice. Only the provider and we know its ID, 128 random bits. */
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

/** Sends due notices as a provider's server would; UAT only. @returns true if there may be more */
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
