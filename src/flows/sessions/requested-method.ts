import { isCountry } from '#domain/country.ts'
import { isEmail } from '#domain/email.ts'
import type { Payer } from '#domain/instrument.ts'
import { exactText } from '#domain/kept-text.ts'
import { BANK_METHODS } from '#domain/payment-methods.ts'
import { typedDigits } from '#domain/plain-digits.ts'
import { type Problem, problem, RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { isVoucher } from '#domain/vouchers.ts'
import type { RequestedMethod } from '../payment/authorize/payment-request.ts'

/** The shopper's entries as text; missing ones are empty. */
export interface EnteredMethod {
  /** As offered: `card`, `saved_card`, `walleta-pay-redirect`, `OPEN_BANKING` … */
  readonly type: string
  readonly number: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly cvc: string
  readonly holderName: string
  readonly paymentMethodId: string
}

interface KnownPayer {
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly country: string | null
}

/** @throws RequestError `invalid` naming required facts about the shopper that are missing */
export function requestedMethodOf(typed: EnteredMethod, payer: KnownPayer): RequestedMethod {
  const { type } = typed
  if (type === 'card') return { kind: 'typed-card', type, card: cardOf(typed) }
  if (type === 'saved_card') return savedCardOf(typed)
  if (BANK_METHODS.some((bank) => bank === type)) {
    need(payer, ['country'])
    return { kind: 'redirect', type: `payment_${type.toLowerCase()}`, name: type, payer: null }
  }
  return { kind: 'redirect', type, name: type, payer: isVoucher(type) ? payerOf(payer) : null }
}

/** People type the number in groups, as printed on the card. */
function cardOf({ number, cvc, expiryMonth, expiryYear, holderName }: EnteredMethod) {
  return {
    number: new Secret(typedDigits(number)),
    cvv: new Secret(typedDigits(cvc)),
    expirationMonth: expiryMonth,
    expirationYear: expiryYear,
    holderName: exactText('customer.holderName', holderName.trim()),
  }
}

function savedCardOf({ paymentMethodId, cvc }: EnteredMethod): RequestedMethod {
  const typedCvv = cvc === '' ? null : new Secret(typedDigits(cvc))
  return { kind: 'saved-card', type: 'saved_card', paymentMethodId, encryptedCvv: null, typedCvv }
}

function payerOf(payer: KnownPayer): Payer {
  need(payer, ['email', 'firstName', 'lastName'])
  const { email, firstName, lastName } = payer
  return { email: email!, firstName: firstName!, lastName: lastName! }
}

const NEEDED = 'Add this field; the payment method requires it.'

const HOLDS: Record<keyof KnownPayer, (text: string) => boolean> = {
  email: isEmail,
  firstName: (text) => text !== '',
  lastName: (text) => text !== '',
  country: isCountry,
}

function need(payer: KnownPayer, fields: readonly (keyof KnownPayer)[]): void {
  const bad = fields.filter((field) => !HOLDS[field](payer[field] ?? ''))
  const problems = bad.map((field): Problem => problem(`payment_method.${field}`, NEEDED))
  if (problems.length > 0) throw new RequestError('invalid', problems)
}
