import type { AuthenticationProof, ChargeAgreement, Purpose, Secret } from '#providers/port/tools.ts'
import type { Fields } from '../codec/message.ts'
import { tagged, withBitmap } from './parts.ts'
import { isVisaId, mastercardTraceId, visaIdPart } from './scheme-id.ts'

// ISO 8583 has no elements for 3-D Secure and agreements: networks use private ones. Hosts write them differently, so
// they are parts of a host's row (hosts.ts).

/** Facts about the cardholder for the issuer. */
export interface CardProof {
  readonly proof: AuthenticationProof | null
  readonly cvv: Secret<string> | null
  readonly agreement?: ChargeAgreement | null
}

function referenceOf(agreement: CardProof['agreement']): string | null {
  return agreement?.initiatedBy === 'MERCHANT' ? agreement.networkTransactionId : null
}

/** Visa's electronic commerce indicator of a purchase without authentication. */
const NOT_AUTHENTICATED = '07'
const VISA_INDICATORS: Readonly<Record<string, string>> = { Y: '05', A: '06' }

const VISA_PURPOSES: Readonly<Record<Purpose, string>> = { RECURRING: 'R', INSTALLMENT: 'I', UNSCHEDULED: 'C' }

/**
 * Visa: the indicator in places 9 and 10 of element 60; cryptogram and security code in 126.9 and 126.10; of an
 * agreement its purpose in 126.13, and of a later charge the ID in 62.2.
 */
export function visaPart({ proof, cvv, agreement }: CardProof): Fields {
  const reference = referenceOf(agreement)
  const indicator = VISA_INDICATORS[proof?.transStatus ?? ''] ?? NOT_AUTHENTICATED
  const cryptogram = proof?.authenticationValue
  const parts: readonly (readonly [number, string])[] = [
    ...(cryptogram ? [[9, hexOf(cryptogram)] as const] : []),
    // Present, with an answer wanted; four places, right-aligned.
    ...(cvv ? [[10, `11${cvv.reveal().padStart(4)}`] as const] : []),
    ...(agreement ? [[13, VISA_PURPOSES[agreement.purpose]] as const] : []),
  ]
  const inParts: Fields = parts.length > 0 ? { 126: withBitmap(parts) } : {}
  const inReference: Fields = reference !== null && isVisaId(reference) ? { 62: visaIdPart(reference) } : {}
  return { 60: `00000000${indicator}`, ...inReference, ...inParts }
}

/** Mastercard's level of authentication, the third digit of its security level indicator. */
const MASTERCARD_LEVELS: Readonly<Record<string, string>> = { Y: '2', A: '1' }
const ECOMMERCE = 'T'
const THREE_DS_2 = '2'

/** Digits of Mastercard's initiator and purpose: C for the cardholder, M for the merchant. */
const MASTERCARD_PURPOSES: Readonly<Record<Purpose, string>> = {
  RECURRING: '103',
  INSTALLMENT: '104',
  UNSCHEDULED: '101',
}

/**
 * Mastercard: element 48 with 42 (security level), 43 (cryptogram), 66 (directory server) and 92 (security code); of an
 * agreement 22 (initiator and purpose), and of a later charge 63 (trace ID).
 */
export function mastercardPart({ proof, cvv, agreement }: CardProof): Fields {
  const traceId = mastercardTraceId(referenceOf(agreement) ?? '')
  const level = `21${MASTERCARD_LEVELS[proof?.transStatus ?? ''] ?? '0'}`
  const cryptogram = proof?.authenticationValue
  const server = proof?.dsTransId
  const parts = [
    ...(agreement ? [tagged('22', tagged('05', programOf(agreement)))] : []),
    tagged('42', tagged('01', level)),
    ...(cryptogram ? [tagged('43', cryptogram.reveal())] : []),
    ...(traceId ? [tagged('63', traceId)] : []),
    ...(server ? [tagged('66', tagged('01', THREE_DS_2) + tagged('02', server))] : []),
    ...(cvv ? [tagged('92', cvv.reveal())] : []),
  ]
  return { 48: ECOMMERCE + parts.join('') }
}

function programOf({ initiatedBy, purpose }: ChargeAgreement): string {
  return (initiatedBy === 'MERCHANT' ? 'M' : 'C') + MASTERCARD_PURPOSES[purpose]
}

function hexOf(cryptogram: Secret<string>): string {
  return Buffer.from(cryptogram.reveal(), 'base64').toString('hex').toUpperCase()
}
