import type { Brand } from '#domain/card.ts'
import { type CardField, invalidCardFields, isCvv } from '#domain/card-rules.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { type ClearCard, toClearCard } from './clear-card.ts'
import type { EnteredCard } from './vault.ts'

/** Messages of a page for the rules of encrypted fields (docs/reference/embedded-fields.md#fields). */
const PROBLEMS: Record<CardField, Problem> = {
  number: problem('number', 'Use a valid card number, with all its digits.'),
  cvv: problem('cvc', 'Use the security code of three digits, four for American Express.'),
  expirationMonth: problem('expiry_month', 'Use a month from 1 to 12 that is not over.'),
  expirationYear: problem('expiry_year', 'Use a year of four digits, not past nor over 20 years ahead.'),
}

/** @throws RequestError `invalid` naming every field that failed */
export function parseEnteredCard(typed: EnteredCard, today: Date): ClearCard {
  const { expirationMonth, expirationYear, holderName } = typed
  const card = { number: typed.number.reveal(), cvv: typed.cvv.reveal(), expirationMonth, expirationYear }
  refuse(invalidCardFields(card, today).map((field) => PROBLEMS[field]))
  return holderName === '' ? toClearCard(card) : { ...toClearCard(card), holderName }
}

/** @throws RequestError `invalid` */
export function checkEnteredCvv(cvv: Secret<string>, brand: Brand | null | undefined): Secret<string> {
  refuse(isCvv(cvv.reveal(), brand) ? [] : [PROBLEMS.cvv])
  return cvv
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

function problem(field: string, message: string): Problem {
  return { property: `payment_method.${field}`, message, params: [] }
}
