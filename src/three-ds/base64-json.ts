/** EMV 3DS form fields are small; a longer one is not read at all. */
const MAX_LENGTH = 16_384

/** Both alphabets, with or without padding (docs/reference/three-ds.md#encodings). */
const BASE64 = /^[\w+/-]+={0,2}$/

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON as base64url without padding: how EMV 3DS messages travel in form fields. */
export function toBase64Url(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

/**
 * Reads a JSON object from base64 or base64url, padded or not.
 * @returns undefined for anything else: junk, a wrong padding, broken UTF-8, JSON that is not an object, over 16 KiB
 */
export function readBase64Json(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > MAX_LENGTH || !BASE64.test(text) || !isWhole(text)) return undefined
  try {
    const message: unknown = JSON.parse(utf8.decode(Buffer.from(text, 'base64')))
    return isObject(message) ? message : undefined
  } catch {
    return undefined
  }
}

function isWhole(text: string): boolean {
  return text.endsWith('=') ? text.length % 4 === 0 : text.length % 4 !== 1
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
