import { createHash, timingSafeEqual } from 'node:crypto'
import type { Credential, Credentials, Notice, NoticeEntry, NoticeFields, ReadNotice } from '#providers/port/tools.ts'
import { getPath, getText, isSigned, parseJson, valuesOf } from '#providers/port/tools.ts'
import { disputeIn } from './translate/dispute.ts'
import { type Item, retainedFields, signedTextOf, transferEntryOf } from './translate/notices.ts'

/** Header with the signature of a transfer's notice; payments have one in each item. */
const TRANSFER_SIGNATURE = 'hmacsignature'

/** Verifies and reads a notice of either kind. One without a signature is forged. */
export function readNotice(credentials: Credentials, { body, header }: Notice): ReadNotice {
  if (!isSignedIn(credentials.notice_login, header('authorization'))) return 'forged'
  const signature = header(TRANSFER_SIGNATURE)
  const json = parseJson(body)
  if (signature !== undefined) return readTransfer(credentials.transfers_hmac_key, signature, body, json)
  return readItems(credentials.hmac_key, getPath(json, 'notificationItems'))
}

function readTransfer(key: Credential | undefined, signature: string, body: Uint8Array, json: unknown): ReadNotice {
  return isOurs(key, body, signature) ? transferEntryOf(json) : 'forged'
}

/** One bad item makes the full notice forged. */
function readItems(key: Credential | undefined, items: unknown): ReadNotice {
  if (!Array.isArray(items) || items.length === 0) return 'forged'
  const read = items.map((wrapper) => readItem(key, getPath(wrapper, 'NotificationRequestItem')))
  if (read.some((entry) => entry === null)) return 'forged'
  return (read as NoticeEntry[]).filter(({ attemptId }) => attemptId !== '')
}

function readItem(key: Credential | undefined, item: Item): NoticeEntry | null {
  const signature = getText(item, 'additionalData.hmacSignature')
  if (signature === undefined || !isOurs(key, signedTextOf(item), signature)) return null
  const fields = retainedFields(item)
  const { pspReference, eventCode, success } = fields
  return {
    key: [pspReference, eventCode, success].join(':'),
    attemptId: getText(item, 'merchantReference') ?? '',
    fields,
    ...(eventCode === 'CAPTURE_FAILED' && { failsCapture: true }),
    ...(eventCode === 'EXPIRE' && success === 'true' && { endsAuthorization: true }),
    ...aboutDispute(fields),
  }
}

function aboutDispute(fields: NoticeFields): Pick<NoticeEntry, 'dispute' | 'fraudWarning'> {
  const dispute = disputeIn(fields)
  if (dispute !== undefined) return { dispute }
  if (fields.eventCode !== 'NOTIFICATION_OF_FRAUD') return {}
  return { fraudWarning: { reason: fields['additionalData.nofReasonCode'] ?? null } }
}

/** Basic authentication (RFC 7617), if the account has a login for it. */
function isSignedIn(login: Credential | undefined, authorization = ''): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  const given = digestOf(authorization.replace(/^basic +/i, ''))
  const logins = valuesOf(login)
  return (
    logins.length === 0 || logins.some((text) => timingSafeEqual(digestOf(Buffer.from(text).toString('base64')), given))
  )
}

function isOurs(key: Credential | undefined, signed: string | Uint8Array, signature: string): boolean {
  const keys = valuesOf(key).map((hex) => Buffer.from(hex, 'hex'))
  return isSigned(keys, [signed], [Buffer.from(signature, 'base64')])
}
