import type { Card } from '../card.ts'
import { plainEmail } from '../email.ts'
import { hourIn } from '../time-zone.ts'
import type { Transaction } from '../transaction.ts'
import type { CountedPer, FactValue } from './rule.ts'

/** Facts of a payment, by the field names of rules. A missing fact is null or absent. */
export type Facts = Readonly<Record<string, FactValue | null>>

/** Digits of a BIN in rules, and in counters: those that records show. */
const BIN_DIGITS = { rules: 8, counters: 6 }

type Judged = Pick<
  Transaction,
  | 'amount'
  | 'currency'
  | 'transactionType'
  | 'terminalId'
  | 'initiatedBy'
  | 'paymentMethod'
  | 'customer'
  | 'customerIp'
  | 'metadata'
  | 'paymentLinkId'
>

/** Payment with facts that its record does not show. */
export interface PaymentToJudge {
  readonly payment: Judged
  readonly method: string
  readonly card: Pick<Card, 'number' | 'maskedCard'> | null
  /** Of the issuer; absent if not looked up. */
  readonly cardCountry?: string | null
  readonly timeZone: string
  readonly now: Date
}

/** Collects the facts of a payment (docs/reference/rules.md#fields). */
export function factsOf({ payment, method, card, cardCountry = null, timeZone, now }: PaymentToJudge): Facts {
  const { customer } = payment
  return {
    ...metadataFacts(payment.metadata),
    amount: payment.amount,
    currency: payment.currency,
    transaction_type: payment.transactionType,
    payment_method: method,
    terminal_id: payment.terminalId,
    initiated_by: payment.initiatedBy,
    brand: card?.maskedCard.brand ?? null,
    bin: card?.number.reveal().slice(0, BIN_DIGITS.rules) ?? null,
    card_hash: card?.maskedCard.hash ?? null,
    card_country: cardCountry,
    country: customer.country,
    ...emailFacts(customer.email),
    customer_id: customer.id,
    customer_ip: payment.customerIp,
    hour: BigInt(hourIn(timeZone, now)),
    saved_card: card !== null && payment.paymentMethod.token !== null,
    payment_link_id: payment.paymentLinkId,
  }
}

/** Email address and its domain, normalized, because people write them in many ways. */
export function emailFacts(email: string | null): Facts {
  const address = plainEmail(email ?? '') || null
  return { email: address, email_domain: address?.split('@').at(-1) ?? null }
}

/** Integers, texts and booleans as texts; objects are omitted. */
function metadataFacts(metadata: Readonly<Record<string, unknown>> | null): Facts {
  const entries = Object.entries(metadata ?? {}).map(([key, value]) => [`metadata.${key}`, textOf(value)] as const)
  return Object.fromEntries(entries)
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || JSON.isRawJSON(value)
  return isPlain ? JSON.stringify(value) : null
}

/** Value by which a payment is counted; null without one. */
export function countedValue(facts: Facts, per: CountedPer): string | null {
  const value = facts[per] ?? null
  if (value === null) return null
  return per === 'bin' ? String(value).slice(0, BIN_DIGITS.counters) : String(value)
}
