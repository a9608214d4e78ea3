import { createHash } from 'node:crypto'
import type { Credentials, Notice, ReadNotice, Tools } from '@tollgate/provider'
import { signingKeys } from './translate/access.ts'

/** Reads a notice signed with HMAC-SHA256 over its bytes, in hexadecimal. Never throws. */
export function readNotice(tools: Tools, credentials: Credentials, { body, header }: Notice): ReadNotice {
  const { getText, isSigned, parseJson } = tools
  const signature = Buffer.from(header('x-signature') ?? '', 'hex')
  if (!isSigned(signingKeys(tools, credentials), [body], [signature])) return 'forged'
  const event = parseJson(body)
  const attemptId = getText(event, 'attempt')
  const key = getText(event, 'id') ?? createHash('sha256').update(body).digest('hex')
  return attemptId === undefined ? [] : [{ key, attemptId, fields: { status: getText(event, 'status') ?? 'unknown' } }]
}
