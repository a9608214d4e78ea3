import { hasCardNumber } from '../../src/domain/card-numbers-in-text.ts'
import { plainPhoneNumber } from '../../src/domain/phone-number.ts'
import { isPlausiblePhone } from '../shared/fields/phone.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'
import type { Customer, Fault, FieldProblem } from '../shared/protocol.ts'
import type { FieldGroup } from './field-group.ts'
import { FailedCall } from './session-api.ts'

/** Customer: entered values override those of the shop's page, which override those of the session. */
export function mergedCustomer(known: Customer, sent: Customer, typed: Customer = {}): Customer {
  const customer = { ...known, ...sent, ...typed }
  const { phone = '' } = customer
  return isPlausiblePhone(phone) ? { ...customer, phone: plainPhoneNumber(phone) } : customer
}

/** Finds customer data from the shop's page that cannot be right. */
export function customerProblems({ phone = '', ...others }: Customer, texts: Texts): FieldProblem[] {
  const fields = Object.entries(others).filter(([, text]) => typeof text === 'string' && hasCardNumber(text))
  return [
    ...fields.map(([field]) => ({ field, message: texts.cardNumberThere })),
    ...(phone === '' || isPlausiblePhone(phone) ? [] : [{ field: 'phone', message: texts.phoneWrong }]),
  ]
}

/** The problems the gateway found, in the shopper's language where there is a text for them. */
export function localizedProblems(
  problems: readonly FieldProblem[],
  fields: FieldGroup | undefined,
  texts: Texts,
): readonly FieldProblem[] {
  const own = fields?.problems() ?? []
  const byName: Partial<Record<string, string>> = texts
  return problems.map(({ field, message }) => {
    const ownMessage = own.find((problem) => problem.field === field)?.message
    return { field, message: ownMessage ?? byName[`${field}Wrong`] ?? byName[`${field}Missing`] ?? message }
  })
}

/** @param unmarked problems that no field shows; the message names them to the shop's page */
export function toFault(error: unknown, unmarked: readonly FieldProblem[], texts: Texts): Fault {
  if (!(error instanceof FailedCall)) {
    return { code: 'network_error', message: 'Something unexpected happened in the payment frame.' }
  }
  const { code, message, problems } = error
  if (problems.length === 0) return { code, message }
  const named = unmarked.map((problem) => `${problem.field}: ${problem.message}`)
  return { code, message: named.join(' ') || texts.invalid_fields }
}
