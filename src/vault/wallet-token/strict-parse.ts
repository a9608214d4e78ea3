import { WalletTokenError, type WalletTokenFault } from './wallet-token-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Accepts only canonical Base64; Buffer would read anything. */
export function bytesOf(text: unknown, fault: WalletTokenFault): Buffer {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : undefined
  if (!bytes || bytes.length === 0 || bytes.toString('base64') !== text) throw new WalletTokenError(fault)
  return bytes
}

/** Rejects bytes that are not UTF-8. */
export function textOf(bytes: Uint8Array, fault: WalletTokenFault): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new WalletTokenError(fault)
  }
}

/** JSON object of a text; a parser's own message would quote it. */
export function objectOf(text: unknown, fault: WalletTokenFault): Readonly<Record<string, unknown>> {
  const value = typeof text === 'string' ? parsed(text) : undefined
  if (!isObject(value)) throw new WalletTokenError(fault)
  return value
}

export function hasExactKeys(value: unknown, fields: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const names = Object.keys(value)
  return names.length === fields.length && fields.every((field) => Object.hasOwn(value, field))
}

/** Milliseconds since 1970 in the format's spelling: a string of digits, here until the year 5138. */
export function parseInstant(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,14}$/.test(value) ? Number(value) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
