import type { Instrument } from '#domain/instrument.ts'
import { digitsIn, withoutEscapes } from '#domain/plain-digits.ts'
import { type Problem, problem, RequestError } from '#domain/problem.ts'
import type { PaymentRequest } from './payment-request.ts'

const FEWEST_DIGITS = 12

/** Matches texts with enough characters that may be digits of some script; most have fewer. */
const MAY_HAVE_ENOUGH = new RegExp(String.raw`^(?:[^\d\u0080-\uffff]*[\d\u0080-\uffff]){${FEWEST_DIGITS}}`)

/**
 * Rejects the card number in texts that are stored unchanged (docs/reference/card-data.md#card-numbers-in-text).
 * @throws RequestError `invalid` naming each
 */
export function refuseOwnCardNumber(request: PaymentRequest, instrument: Instrument): void {
  if (instrument.kind !== 'card') return
  const texts = exactTexts(request)
  if (texts.length === 0) return
  const number = instrument.card.number.reveal()
  const message = 'This contains the card number of the payment; use another value.'
  const named = texts.filter(({ digits }) => digits.includes(number))
  const problems = named.map(({ property }): Problem => problem(property, message))
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** True if an exact text of the request has enough digits for a card number; few have. */
export function mayNameCardNumber(request: PaymentRequest): boolean {
  return exactTexts(request).length > 0
}

/** Digits of every text that is stored unchanged and may contain a card number, as written and without percent escapes. */
function exactTexts(request: PaymentRequest) {
  const texts = {
    reference: request.reference,
    'customer.id': request.customer.id,
    return_url: request.returnUrl,
    error_url: request.errorUrl,
    cancel_url: request.cancelUrl,
    'options.three_ds.notification_url': request.notificationUrl,
  }
  return Object.entries(texts)
    .filter(([, text]) => text && MAY_HAVE_ENOUGH.test(text))
    .map(([property, text]) => ({
      property,
      digits: `${digitsIn(text ?? '')} ${digitsIn(withoutEscapes(text ?? ''))}`,
    }))
    .filter(({ digits }) => digits.indexOf(' ') >= FEWEST_DIGITS)
}
