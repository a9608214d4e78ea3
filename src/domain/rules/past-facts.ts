import { methodName } from '../payment-methods.ts'
import { Secret } from '../secret.ts'
import type { Transaction } from '../transaction.ts'
import { type Facts, factsOf } from './facts.ts'
import type { Condition } from './rule.ts'

/** Facts of a recorded payment, and whether its record lacks some. */
export interface PastFacts {
  readonly facts: Facts
  /** True if the record does not show if a condition held. */
  readonly isUnknown: (condition: Condition) => boolean
}

/** First digits of a card number that records show. */
const KEPT_DIGITS = 6

/** Fields that erasing a customer removes. */
const ERASED: readonly string[] = ['email', 'email_domain', 'customer_id', 'customer_ip', 'country']

/** @param isErased true if its customer was erased */
export function pastFactsOf(transaction: Transaction, isErased: boolean, timeZone: string): PastFacts {
  const facts = factsOf({
    payment: { ...transaction, paymentMethod: methodAtFirst(transaction) },
    method: methodName(transaction.paymentMethod),
    card: cardOf(transaction),
    timeZone,
    now: transaction.createdAt,
  })
  const isGone = (name = '') => isErased && ERASED.includes(name)
  const isUnknown = (condition: Condition) =>
    condition.field === 'card_country' || isGone(condition.field) || isGone(condition.per) || isCut(condition, facts)
  return { facts, isUnknown }
}

/** A card saved with this payment was not a saved card when it was judged. */
function methodAtFirst({ paymentMethod, storedToken }: Transaction) {
  return storedToken === null ? paymentMethod : { ...paymentMethod, token: null }
}

function cardOf({ paymentMethod, instrumentHash }: Transaction) {
  const { masked, brand, hash, type } = paymentMethod
  if (masked === null || type === 'bank_account') return null
  const number = new Secret(masked.slice(0, KEPT_DIGITS))
  return { number, maskedCard: { masked, brand, hash: hash ?? instrumentHash ?? '' } }
}

/** True if a condition needs more card digits than the record has, and the recorded ones match. */
function isCut(condition: Condition, facts: Facts): boolean {
  if (condition.field !== 'bin' || facts.bin == null) return false
  const [longer, whole] = [[], []] as [string[], string[]]
  for (const value of [condition.value ?? []].flat().map(String))
    (value.length > KEPT_DIGITS ? longer : whole).push(value)
  const isSure = whole.some((value) => String(facts.bin).startsWith(value))
  return !isSure && longer.some((value) => value.startsWith(String(facts.bin)))
}
