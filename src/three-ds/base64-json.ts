/** EMV 3DS form fields are small; a longer one is not read. */
const MAX_LENGTH = 16_384

/** Both alphabets; padding is redundant (docs/reference/three-ds.md#encodings). */
const BASE64 = /^[\w+/-]+$/

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON as base64url without padding, the encoding of EMV 3DS form fields. */
export function toBase64Url(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

/**
 * Reads a JSON object from base64 or base64url as servers and browsers send it: in lines, with spaces, any padding,
 * NUL.
 * @returns undefined for anything else, and over 16 KiB
 */
export function readBase64Json(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > 4 * MAX_LENGTH) return undefined
  const readings = new Set(spellingsOf(text).map((spelling) => spelling.replace(/=+$/, '')))
  for (const base64 of readings) {
    const message = readPlain(base64)
    if (message) return message
  }
  return undefined
}

/** Readings of a space: an unencoded `+`, or white space. Only one of them results in JSON. */
function spellingsOf(text: string): string[] {
  const line = text.replace(/[^\S ]+|\0+$/g, '')
  return [line.trim().replaceAll(' ', '+'), line.replaceAll(' ', ''), line.replaceAll(' ', '+')]
}

function readPlain(base64: string): Readonly<Record<string, unknown>> | undefined {
  if (base64.length > MAX_LENGTH || !BASE64.test(base64)) return undefined
  try {
    const message: unknown = JSON.parse(utf8.decode(Buffer.from(base64, 'base64')).replace(/\0+$/, ''))
    return isObject(message) ? message : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
