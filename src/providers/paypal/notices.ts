import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Credentials, Notice, NoticeEntry, NoticeFields, ReadNotice } from '#providers/port/tools.ts'
import { getText, parseJson, valuesOf } from '#providers/port/tools.ts'
import { certificateOf } from './config.ts'

/** PayPal repeats a notice for three days; an older one is a replay. */
const OLDEST_MS = 4 * 24 * 3600 * 1000
/** Tolerated lead of its clock. */
const NEWEST_MS = 5 * 60 * 1000

const PAYMENT_EVENT = /^PAYMENT\.(?:CAPTURE|REFUND)\./
const DISPUTE_EVENT = /^CUSTOMER\.DISPUTE\./
const ORDER_EVENT = /^CHECKOUT\.ORDER\./

/** Reads a notice signed with the account's pinned certificate, for its webhook. */
export function readNotice(credentials: Credentials, notice: Notice): ReadNotice {
  if (!isSigned(credentials, notice)) return 'forged'
  const event = parseJson(notice.body)
  const [key, type] = [getText(event, 'id'), getText(event, 'event_type')]
  if (key === undefined || type === undefined) return []
  return entriesOf(key, type, event)
}

/** SHA-256 with RSA over transmission ID, time, webhook ID and the CRC-32 of the received bytes. */
function isSigned({ webhook_id, webhook_certificate }: Credentials, { body, header }: Notice): boolean {
  const [id, time] = [header('paypal-transmission-id') ?? '', header('paypal-transmission-time') ?? '']
  const age = Date.now() - Date.parse(time)
  if (!(age < OLDEST_MS && age > -NEWEST_MS)) return false
  if (header('paypal-auth-algo') !== 'SHA256withRSA') return false
  const signature = Buffer.from(header('paypal-transmission-sig') ?? '', 'base64')
  return valuesOf(webhook_certificate).some((pem) => {
    const certificate = certificateOf(pem)
    return valuesOf(webhook_id).some((webhookId) => {
      const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`)
      return certificate !== undefined && verify('sha256', signed, certificate.publicKey, signature)
    })
  })
}

function entriesOf(key: string, type: string, event: unknown): readonly NoticeEntry[] {
  const dispute = DISPUTE_EVENT.test(type) ? getText(event, 'resource.dispute_id') : undefined
  if (dispute !== undefined) return [{ key, attemptId: '', fields: { event_type: type }, dispute }]
  const isOrder = ORDER_EVENT.test(type)
  if (!isOrder && !PAYMENT_EVENT.test(type)) return []
  const attemptId = getText(event, isOrder ? 'resource.purchase_units.0.custom_id' : 'resource.custom_id')
  return attemptId === undefined ? [] : [{ key, attemptId, fields: fieldsOf(type, event, isOrder) }]
}

/** A refund's notice has the refund as resource, even if its name says that a capture was refunded. */
function fieldsOf(type: string, event: unknown, isOrder: boolean): NoticeFields {
  const id = getText(event, 'resource.id')
  const isRefund = getText(event, 'resource_type') === 'refund'
  const orderId = isOrder ? id : getText(event, 'resource.supplementary_data.related_ids.order_id')
  const status = getText(event, 'resource.status')
  return {
    event_type: type,
    ...(orderId !== undefined && { order_id: orderId }),
    ...(isRefund && id !== undefined && { refund_id: id }),
    ...(status !== undefined && { status }),
  }
}
