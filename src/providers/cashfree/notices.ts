import { createHash } from 'node:crypto'
import type { Credentials, Notice, NoticeEntry, NoticeFields, ReadNotice } from '#providers/port/tools.ts'
import { getText, isSigned, parseJson } from '#providers/port/tools.ts'
import { signingKeys } from './translate/access.ts'
import { attemptIdOf } from './translate/requests.ts'

/** Cashfree repeats a notice for half an hour; an older one is a replay. */
const OLDEST_MS = 3_600_000
/** Tolerated lead of its clock. */
const NEWEST_MS = 300_000

/** Paths of a notice's subject: a link, a refund or a transfer, all of which have our IDs. */
const SUBJECTS = ['data.link_id', 'data.order.order_tags.link_id', 'data.refund.refund_id', 'data.transfer_id']
const KEPT = {
  type: ['type'],
  order_id: ['data.order.order_id', 'data.refund.order_id'],
  status: ['data.refund.refund_status', 'data.payment.payment_status', 'data.link_status', 'data.status'],
}

/** Reads a notice signed with one of the account's secrets: HMAC-SHA256 over timestamp and bytes, in Base64. */
export function readNotice(credentials: Credentials, notice: Notice): ReadNotice {
  if (!isOurs(credentials, notice)) return 'forged'
  const event = parseJson(notice.body)
  const subject = firstOf(event, SUBJECTS)
  // Notices have no ID; equal bytes are the same notice.
  const key = createHash('sha256').update(notice.body).digest('hex')
  return subject === undefined ? [] : entriesOf(key, attemptIdOf(idOf(subject)), event)
}

/** Attempt's ID as we wrote it; a reversal belongs to the payment it reverses. */
function idOf(subject: string): string {
  return subject.replace(/^(?:att|rev)_/, 'att')
}

function entriesOf(key: string, attemptId: string, event: unknown): readonly NoticeEntry[] {
  const fields = Object.entries(KEPT).flatMap(([name, paths]) => {
    const value = firstOf(event, paths)
    return value === undefined ? [] : [[name, value]]
  })
  return [{ key, attemptId, fields: Object.fromEntries(fields) as NoticeFields }]
}

function isOurs(credentials: Credentials, { body, header }: Notice): boolean {
  const time = header('x-webhook-timestamp') ?? ''
  const age = Date.now() - millisecondsOf(time)
  if (!(age < OLDEST_MS && age > -NEWEST_MS)) return false
  const given = Buffer.from(header('x-webhook-signature') ?? '', 'base64')
  return isSigned(signingKeys(credentials), [time, body], [given])
}

/** Since 1970; sent in milliseconds, for payouts in seconds. */
function millisecondsOf(time: string): number {
  if (!/^\d{10,13}$/.test(time)) return Number.NaN
  return Number(time) * (time.length === 10 ? 1000 : 1)
}

function firstOf(event: unknown, paths: readonly string[]): string | undefined {
  return paths.map((path) => getText(event, path)).find((text) => text !== undefined)
}
