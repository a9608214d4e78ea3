import type { Credentials, Notice, NoticeEntry, ReadNotice } from '#providers/port/tools.ts'
import { getText, isId, isSigned, parseJson, pickFields, valuesOf } from '#providers/port/tools.ts'

const SIGNATURE_HEADER = 'stripe-signature'
/** Tolerated age: Stripe signs repeats again, so an older notice is a replay, and one this far ahead is not Stripe's. */
const TOLERANCE_SECONDS = 300

const KEPT = ['type', 'created', 'livemode', 'data.object.object', 'data.object.id', 'data.object.status']

const ENDS_AUTHORIZATION = ['payment_intent.canceled', 'charge.expired']

/** Reads a webhook of Stripe: an intent, a charge or a refund with the ID of its attempt. */
export function readNotice({ webhook_secret: secret }: Credentials, { body, header }: Notice): ReadNotice {
  const { timestamp, digests } = readSignature(header(SIGNATURE_HEADER) ?? '')
  if (!isFresh(timestamp) || !isSigned(valuesOf(secret), [`${timestamp}.`, body], digests)) return 'forged'
  const event = parseJson(body)
  const key = getText(event, 'id')
  const about = key === undefined ? undefined : withoutAttempt(event, key)
  if (about) return [about]
  const attemptId = getText(event, 'data.object.metadata.attempt_id')
  // Events of other systems on the same Stripe account have other IDs, or none.
  if (key === undefined || attemptId === undefined || !isId(attemptId, 'att')) return []
  const ends = ENDS_AUTHORIZATION.includes(getText(event, 'type') ?? '')
  return [{ key, attemptId, fields: pickFields(event, KEPT), ...(ends && { endsAuthorization: true }) }]
}

/** A dispute or fraud warning, which names Stripe's payment intent alone. */
function withoutAttempt(event: unknown, key: string): NoticeEntry | undefined {
  const common = { key, attemptId: '', fields: pickFields(event, KEPT) }
  const [kind, id] = [getText(event, 'data.object.object'), getText(event, 'data.object.id')]
  if (kind === 'dispute' && id !== undefined) return { ...common, dispute: id }
  if (kind !== 'radar.early_fraud_warning') return undefined
  const paymentReference = getText(event, 'data.object.payment_intent')
  const reason = getText(event, 'data.object.fraud_type') ?? null
  return paymentReference === undefined ? undefined : { ...common, fraudWarning: { reason, paymentReference } }
}

interface Signature {
  readonly timestamp: string
  /** Several while Stripe rolls the secret: one of them has to match. */
  readonly digests: readonly Uint8Array[]
}

/** `t=1700000000,v1=…,v1=…,v0=…`; only v1 counts. */
function readSignature(header: string): Signature {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string?])
  const partsOf = (name: string) => parts.flatMap(([key, value]) => (key.trim() === name && value ? [value] : []))
  return { timestamp: partsOf('t')[0] ?? '', digests: partsOf('v1').map((digest) => Buffer.from(digest, 'hex')) }
}

function isFresh(timestamp: string): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS
}
