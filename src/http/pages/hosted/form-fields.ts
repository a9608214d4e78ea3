import { BANK_METHODS } from '#domain/payment-methods.ts'
import type { Problem } from '#domain/problem.ts'
import type { Session } from '#domain/session.ts'
import { isVoucher } from '#domain/vouchers.ts'
import type { PaymentOptions } from '#flows/sessions/payment-options.ts'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { brandOfTyped, type Context, FIELDS, type FieldName } from '#web/shared/fields/field-kinds.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import type { Texts } from '#web/shared/fields/texts/texts.ts'
import type { Locale } from '#web/shared/locales.ts'
import { fieldProblems } from '../../response/browser-errors.ts'

export type InputName = 'number' | 'expiry' | 'cvc' | 'savedCvc' | 'email' | 'firstName' | 'lastName' | 'country'

export interface FormInput {
  readonly name: InputName
  readonly required: boolean
}

/** Fields of the sent form as text; a missing one is empty. */
export type SubmittedForm = Readonly<Record<InputName | 'method' | 'savedCard', string>>

/** Problem of an input, in the language of the shopper. */
export interface FormProblem {
  readonly input: InputName | 'method' | 'savedCard'
  readonly message: string
}

const required = (name: InputName): FormInput => ({ name, required: true })

export const CARD_INPUTS: readonly FormInput[] = [required('number'), required('expiry'), required('cvc')]

/** Inputs of saved cards; none if the provider needs no security code. */
export function savedCardInputs({ cvcRequired }: PaymentOptions): readonly FormInput[] {
  return [{ name: 'savedCvc', required: cvcRequired }]
}

/** Inputs about the shopper that vouchers need and the session lacks. */
export function payerInputs({ customer }: Session): readonly FormInput[] {
  return (['firstName', 'lastName', 'email'] as const).filter((name) => customer[name] === null).map(required)
}

export function countryInputs({ customer, country }: Session): readonly FormInput[] {
  return customer.country === null && country === null ? [required('country')] : []
}

export function fieldOf(name: InputName): FieldName {
  return name === 'savedCvc' ? 'cvc' : name
}

/** Problems of a form, by the rules of the card frame. */
export function problemsOf(
  typed: SubmittedForm,
  session: Session,
  offer: PaymentOptions,
  locale: Locale,
): FormProblem[] {
  const texts = hostedTextsOf(locale)
  if (!offer.methods.includes(typed.method)) return [{ input: 'method', message: texts.methodMissing }]
  const card = offer.savedCards.find(({ paymentMethodId }) => paymentMethodId === typed.savedCard)
  if (typed.method === 'saved_card' && !card) return [{ input: 'savedCard', message: texts.savedCardMissing }]
  const context = typed.method === 'saved_card' ? { number: '', brand: card?.brand ?? null } : contextOf(typed)
  return askedFor(typed.method, session, offer).flatMap((input) => problemOf(input, typed, context, locale))
}

function askedFor(method: string, session: Session, offer: PaymentOptions): readonly FormInput[] {
  if (method === 'card') return CARD_INPUTS
  if (method === 'saved_card') return savedCardInputs(offer)
  if (isVoucher(method)) return payerInputs(session)
  return BANK_METHODS.some((bank) => bank === method) ? countryInputs(session) : []
}

function problemOf(
  { name, required }: FormInput,
  typed: SubmittedForm,
  context: Context,
  locale: Locale,
): FormProblem[] {
  const kind = FIELDS[fieldOf(name)]
  const value = typed[name].trim()
  const text = value === '' ? required && kind.missing : kind.check?.(value, context)
  return text ? [{ input: name, message: textsOf(locale)[text] }] : []
}

function contextOf({ number }: SubmittedForm): Context {
  return { number, brand: brandOfTyped(number) }
}

/** Problems that only the flow found, in the language of the shopper. */
export function refusedProblems(refused: readonly Problem[], typed: SubmittedForm, locale: Locale): FormProblem[] {
  const problems = fieldProblems(refused).map(({ field }) => inputOf(field, typed))
  return [...new Set(problems)].map((input) => ({ input, message: wordsFor(input, locale) }))
}

function inputOf(field: string, { method }: SubmittedForm): FormProblem['input'] {
  if (field === 'cvc') return method === 'saved_card' ? 'savedCvc' : 'cvc'
  return INPUTS.find((input) => input === field) ?? 'method'
}

const INPUTS = ['number', 'expiry', 'email', 'firstName', 'lastName', 'country'] as const

const WRONG: Record<InputName, keyof Texts> = {
  number: 'numberWrong',
  expiry: 'expiryWrong',
  cvc: 'cvcWrong',
  savedCvc: 'cvcWrong',
  email: 'emailWrong',
  firstName: 'firstNameMissing',
  lastName: 'lastNameMissing',
  country: 'countryMissing',
}

function wordsFor(input: FormProblem['input'], locale: Locale): string {
  if (input === 'method' || input === 'savedCard') return hostedTextsOf(locale).notPossible
  return textsOf(locale)[WRONG[input]]
}
