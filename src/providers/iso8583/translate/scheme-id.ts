import type { Brand } from '#providers/port/tools.ts'
import type { Fields } from '../codec/message.ts'
import { partsBehindBitmap, withBitmap } from './parts.ts'

// Scheme's ID of a payment, to which later charges by agreement refer. ISO 8583 has no element for it; these are the
// networks' own. Compare them with the acquirer's description.

const VISA_ID = /^\d{15}$/
/** Mastercard's network code and reference (element 63), and its settlement date (15). */
const MASTERCARD_ID = /^[A-Z0-9]{9}\d{4}$/
const MASTERCARD_REFERENCE = /^[A-Z0-9]{9}/
const TRACE_ID_LENGTH = 15

interface Scheme {
  /** Elements of an answer that contain the ID; no other private elements are stored. */
  readonly elementsIn: (answer: Fields) => Fields
  readonly idIn: (answer: Fields) => string | undefined
}

/** Visa: 62.2, after a bitmap. */
const VISA: Scheme = {
  elementsIn: (answer): Fields => {
    const id = VISA.idIn(answer)
    return id === undefined ? {} : { 62: visaIdPart(id) }
  },
  idIn: (answer) => idOr(VISA_ID, partsBehindBitmap(answer[62] ?? '', VISA_LENGTHS).get(2)),
}

/** Lengths of the parts of Visa's element 62 up to the identifier. */
const VISA_LENGTHS = [1, 15]

/** Mastercard: 63 and 15. */
const MASTERCARD: Scheme = {
  elementsIn: (answer): Fields => {
    const [reference] = MASTERCARD_REFERENCE.exec(answer[63] ?? '') ?? []
    return reference === undefined ? {} : { 63: reference }
  },
  idIn: (answer) => idOr(MASTERCARD_ID, `${answer[63]?.slice(0, 9)}${answer[15]}`),
}

const SCHEMES: { readonly [Network in Brand]?: Scheme } = { visa: VISA, mastercard: MASTERCARD, maestro: MASTERCARD }

export function schemeElementsIn(answer: Fields, brand: Brand | null): Fields {
  return (brand && SCHEMES[brand]?.elementsIn(answer)) ?? {}
}

/** Scheme's ID in an answer; undefined if the host sends none. */
export function schemeIdIn(answer: Fields, brand: Brand | null): string | undefined {
  return (brand && SCHEMES[brand]?.idIn(answer)) ?? undefined
}

export function visaIdPart(id: string): string {
  return withBitmap([[2, id]])
}

export function isVisaId(id: string): boolean {
  return VISA_ID.test(id)
}

/** Mastercard's trace ID (48.63) of 15 places; undefined for an ID of another network. */
export function mastercardTraceId(id: string): string | undefined {
  return MASTERCARD_ID.test(id) ? id.padEnd(TRACE_ID_LENGTH) : undefined
}

function idOr(form: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && form.test(text) ? text : undefined
}
