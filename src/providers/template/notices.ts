import { createHash } from 'node:crypto'
import { type Credentials, getText, isSigned, type Notice, parseJson, type ReadNotice } from '#providers/port/tools.ts'
import { signingKeys } from './translate/access.ts'

/** Reads a notice signed with HMAC-SHA256 over its bytes, in hexadecimal. Never throws. */
export function readNotice(credentials: Credentials, { body, header }: Notice): ReadNotice {
  const signature = Buffer.from(header('x-signature') ?? '', 'hex')
  if (!isSigned(signingKeys(credentials), [body], [signature])) return 'forged'
  const event = parseJson(body)
  const attemptId = getText(event, 'attempt')
  const key = getText(event, 'id') ?? createHash('sha256').update(body).digest('hex')
  return attemptId === undefined ? [] : [{ key, attemptId, fields: { status: getText(event, 'status') ?? 'unknown' } }]
}
