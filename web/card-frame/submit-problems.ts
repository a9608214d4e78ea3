import { isPlausiblePhone, plainPhone } from '../shared/fields/phone.ts'
import type { Texts } from '../shared/fields/texts/texts.ts'
import type { Customer, Fault, FieldProblem } from '../shared/protocol.ts'
import type { FieldGroup } from './field-group.ts'
import { FailedCall } from './session-api.ts'

/** Who pays: what was typed counts before what the shop's page says, and that before what the session knows. */
export function customerOf(known: Customer, said: Customer, typed: Customer = {}): Customer {
  const customer = { ...known, ...said, ...typed }
  const { phone = '' } = customer
  return isPlausiblePhone(phone) ? { ...customer, phone: plainPhone(phone) } : customer
}

/** Facts the shop's page sent that cannot be true. */
export function strangeFacts({ phone = '' }: Customer, texts: Texts): FieldProblem[] {
  return phone === '' || isPlausiblePhone(phone) ? [] : [{ field: 'phone', message: texts.phoneWrong }]
}

/** The gateway's judgement, in the shopper's language where there are words for it. */
export function inOurWords(
  problems: readonly FieldProblem[],
  fields: FieldGroup | undefined,
  texts: Texts,
): readonly FieldProblem[] {
  const own = fields?.problems() ?? []
  const words: Partial<Record<string, string>> = texts
  return problems.map(({ field, message }) => {
    const said = own.find((problem) => problem.field === field)?.message
    return { field, message: said ?? words[`${field}Wrong`] ?? words[`${field}Missing`] ?? message }
  })
}

/** @param unmarked problems that no field shows; the shop's page learns of them by the message */
export function faultOf(error: unknown, unmarked: readonly FieldProblem[], texts: Texts): Fault {
  if (!(error instanceof FailedCall)) {
    return { code: 'network_error', message: 'Something unexpected happened in the payment frame.' }
  }
  const { code, message, problems } = error
  if (problems.length === 0) return { code, message }
  const named = unmarked.map((problem) => `${problem.field}: ${problem.message}`)
  return { code, message: named.join(' ') || texts.invalid_fields }
}
