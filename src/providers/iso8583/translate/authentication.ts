import type { AuthenticationProof } from '#domain/authentication.ts'
import type { Secret } from '#domain/secret.ts'
import type { Fields } from '../codec/message.ts'

// ISO 8583 has no place for 3-D Secure: each network put it into private elements. Hosts write them differently, so that
// these are parts of a host's row (hosts.ts).

/** What an issuer is told of the cardholder. */
export interface CardProof {
  readonly proof: AuthenticationProof | null
  readonly cvv: Secret<string> | null
}

/** Visa's electronic commerce indicator of a purchase without authentication. */
const NOT_AUTHENTICATED = '07'
const VISA_INDICATORS: Readonly<Record<string, string>> = { Y: '05', A: '06' }

/** Visa: the indicator in places 9 and 10 of element 60; cryptogram and security code in 126.9 and 126.10. */
export function visaPart({ proof, cvv }: CardProof): Fields {
  const indicator = VISA_INDICATORS[proof?.transStatus ?? ''] ?? NOT_AUTHENTICATED
  const cryptogram = proof?.authenticationValue
  const parts: readonly (readonly [number, string])[] = [
    ...(cryptogram ? [[9, hexOf(cryptogram)] as const] : []),
    // Present, with an answer wanted; four places, to the right.
    ...(cvv ? [[10, `11${cvv.reveal().padStart(4)}`] as const] : []),
  ]
  const inParts: Fields = parts.length > 0 ? { 126: withBitmap(parts) } : {}
  return { 60: `00000000${indicator}`, ...inParts }
}

/** Mastercard's level of authentication, the third digit of its security level indicator. */
const MASTERCARD_LEVELS: Readonly<Record<string, string>> = { Y: '2', A: '1' }
const ECOMMERCE = 'T'
const THREE_DS_2 = '2'

/** Mastercard: element 48 with 42 (security level), 43 (cryptogram), 66 (directory server) and 92 (security code). */
export function mastercardPart({ proof, cvv }: CardProof): Fields {
  const level = `21${MASTERCARD_LEVELS[proof?.transStatus ?? ''] ?? '0'}`
  const cryptogram = proof?.authenticationValue
  const server = proof?.dsTransId
  const parts = [
    tagged('42', tagged('01', level)),
    ...(cryptogram ? [tagged('43', cryptogram.reveal())] : []),
    ...(server ? [tagged('66', tagged('01', THREE_DS_2) + tagged('02', server))] : []),
    ...(cvv ? [tagged('92', cvv.reveal())] : []),
  ]
  return { 48: ECOMMERCE + parts.join('') }
}

/** Tag, two digits of length, text. */
function tagged(tag: string, text: string): string {
  return tag + String(text.length).padStart(2, '0') + text
}

/** Parts by their number behind a bitmap of 64 bits in hexadecimal. */
function withBitmap(parts: readonly (readonly [number, string])[]): string {
  const bits = parts.reduce((sum, [number]) => sum | (1n << BigInt(64 - number)), 0n)
  return bits.toString(16).toUpperCase().padStart(16, '0') + parts.map(([, text]) => text).join('')
}

function hexOf(cryptogram: Secret<string>): string {
  return Buffer.from(cryptogram.reveal(), 'base64').toString('hex').toUpperCase()
}
