import { answerWith, differenceIn, type ProviderAnswer } from '#providers/port/tools.ts'
import type { Arrival, Context, StoredRequest } from '../acquirer-store.ts'
import type { Fields } from '../codec/message.ts'
import { meaningOf } from '../response-codes.ts'
import { schemeElementsIn, schemeIdIn } from './scheme-id.ts'

/** Elements that may be shown and stored: no card, security code, cryptogram or private data. */
const KEPT = [3, 4, 7, 11, 12, 13, 15, 18, 22, 25, 32, 37, 38, 39, 41, 42, 43, 49, 70, 90]
const APPROVED = '0000'

export function retainedFields(fields: Fields): Fields {
  return Object.fromEntries(KEPT.flatMap((number) => (fields[number] === undefined ? [] : [[number, fields[number]]])))
}

/** Retained elements by their name in an exchange: `de_39`. */
export function namedOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(retainedFields(fields)).map(([number, text]) => [`de_${number}`, text]))
}

export function arrivalOf(
  { fields: request, context }: Pick<StoredRequest, 'fields' | 'context'>,
  answer: Fields,
): Pick<Arrival, 'answer' | 'isApproved' | 'mustBeReversed'> {
  const mustBe = mustBeReversed(answer) || (isApproved(answer) && otherMoneyIn(request, answer) !== undefined)
  const retained = { ...retainedFields(answer), ...schemeElementsIn(answer, context.brand) }
  return { answer: retained, isApproved: isApproved(answer), mustBeReversed: mustBe }
}

/** Finds data element 4 or 49 if an answer repeats it wrongly; it was matched by the others. */
export function otherMoneyIn(request: Fields, answer: Fields): string | undefined {
  return differenceIn({
    amounts: [[request[4] ?? '', answer[4]]],
    currencies: [[request[49] ?? '', answer[49]]],
  })
}

export function isApproved(answer: Fields): boolean {
  return meaningOf(answer[39] ?? '').code === APPROVED
}

export function mustBeReversed(answer: Fields): boolean {
  return meaningOf(answer[39] ?? '').mustBeReversed === true
}

/** Duplicate transmission: the acquirer already has the repeated message. */
const DUPLICATE = '94'

/** Reads an answer to a payment, capture or refund. @param isRepeat true if it was sent more than once */
export function answerOf(answer: Fields, context: Context, isRepeat = false): ProviderAnswer {
  const raw = answer[39] ?? ''
  const { code: meant, text, stopsRetries } = meaningOf(raw)
  const code = isRepeat && raw === DUPLICATE ? APPROVED : meant
  const networkTransactionId = code === APPROVED ? schemeIdIn(answer, context.brand) : undefined
  const decided = answerWith(code, text, {
    approvalCode: answer[38]?.trim() || null,
    referenceNumber: answer[37]?.trim() || null,
    providerResponseCode: raw,
    providerResponseMessage: text,
    ...(stopsRetries && { stopsRetries }),
    ...(networkTransactionId !== undefined && { networkTransactionId }),
  })
  return requestsAuthentication(raw, context) ? { ...decided, kind: 'authentication-required' } : decided
}

/** Soft decline: 1A of Visa; 65 of Mastercard without an authentication. */
function requestsAuthentication(raw: string, { brand, isAuthenticated }: Context): boolean {
  const isMastercard = brand === 'mastercard' || brand === 'maestro'
  return raw === '1A' || (raw === '65' && isMastercard && !isAuthenticated)
}

export function withTraceNumber(answer: ProviderAnswer, traceNumber: number): ProviderAnswer {
  return answer.kind === 'shopper-step' ? answer : { ...answer, outcome: { ...answer.outcome, traceNumber } }
}

/** Outcome without a request, or with a reversed one. */
export function notCharged(why: string): ProviderAnswer {
  return answerWith('1001', why)
}
