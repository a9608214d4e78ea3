import { BRANDS } from '#domain/brands.ts'
import type { Capabilities, MethodCapabilities } from '#domain/capabilities.ts'
import { isCountry } from '#domain/country.ts'
import { minorUnits } from '#domain/currency.ts'
import { NO_CUSTOMER } from '#domain/customer.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { FOLLOW_UP_TYPES, ORIGINAL_TYPES } from '#domain/transaction-type.ts'

type Rule = readonly [isSound: (value: unknown) => boolean, expects: string]

const flag: Rule = [(value) => typeof value === 'boolean', 'true or false']
const one = (...words: string[]): Rule => [(value) => words.includes(value as string), `one of ${words.join(', ')}`]
const some = (isKnown: (word: string) => boolean, words: string): Rule => [
  (value) => Array.isArray(value) && value.every((word) => typeof word === 'string' && isKnown(word)),
  `a list of ${words}`,
]
const orAll = ([isSound, expects]: Rule): Rule => [(value) => value === null || isSound(value), `null or ${expects}`]
const among = (words: readonly string[]) => some((word) => words.includes(word), words.join(', '))

const CURRENCIES = orAll(some((word) => minorUnits(word) !== undefined, 'ISO 4217 codes'))
const COUNTRIES = orAll(some(isCountry, 'ISO 3166-1 alpha-2 codes'))

const RULES: { readonly [Member in keyof Required<Omit<MethodCapabilities, 'market'>>]: Rule } = {
  operations: among([...ORIGINAL_TYPES, ...FOLLOW_UP_TYPES]),
  captures: one('none', 'partial', 'multiple'),
  partialRefunds: flag,
  voidsRest: flag,
  currencies: CURRENCIES,
  countries: COUNTRIES,
  brands: orAll(among(BRANDS)),
  threeDs: one('gateway', 'provider', 'none'),
  requires: among(Object.keys(NO_CUSTOMER)),
  barsLateCharges: flag,
}
const MARKET_RULES = { currencies: CURRENCIES, countries: COUNTRIES }

/** Copies capabilities. @throws Error that says which one is wrong */
export function checkCapabilities(given: unknown): Capabilities {
  const methods = Object.entries(copyOf(given, 'capabilities'))
  if (methods.length === 0) throw new Error('capabilities has no payment method')
  return Object.fromEntries(methods.map(([method, its]) => [method, checkMethod(method, its)]))
}

function checkMethod(method: string, given: unknown): MethodCapabilities {
  const place = `capabilities.${method}`
  if (!PAYMENT_METHODS.includes(method)) throw new Error(`${place} is none of ${PAYMENT_METHODS.join(', ')}`)
  const its = checkMembers(given, place, RULES)
  if (its.market !== undefined) checkMembers(its.market, `${place}.market`, MARKET_RULES)
  return its as unknown as MethodCapabilities
}

function checkMembers(given: unknown, place: string, rules: Readonly<Record<string, Rule>>) {
  const its = copyOf(given, place)
  for (const [member, [isSound, expects]] of Object.entries(rules))
    if (!isSound(its[member])) throw new Error(`${place}.${member} must be ${expects}`)
  return its
}

/** @throws Error for what is no plain data, such as a function */
function copyOf(given: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) throw new Error(`${place} is not an object`)
  return structuredClone(given) as Readonly<Record<string, unknown>>
}
