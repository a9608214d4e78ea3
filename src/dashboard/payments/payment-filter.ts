import { BRANDS } from '#domain/brands.ts'
import { amountsToFind, minorUnits } from '#domain/currency.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { STATUSES } from '#domain/status.ts'
import { addDays, startOfDay } from '#domain/time-zone.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import type { Query } from '#flows/transactions/index.ts'
import type { FieldProblem } from '../parts/form.ts'
import type { Texts } from '../shell/screen.ts'

export interface PaymentFilter {
  readonly query: Query
  readonly problems: readonly FieldProblem[]
}

/** Filters that make no sense narrow nothing and are reported. @param soon time up to which captures are due soon */
export function paymentFilterOf(typed: Texts, timeZone: string, soon: Date): PaymentFilter {
  const problems: FieldProblem[] = []
  const read = <T>(field: string, parse: (text: string) => T | undefined, message: string) => {
    const text = typed[field]?.trim()
    if (!text) return undefined
    const value = parse(text)
    if (value === undefined) problems.push({ field, message })
    return value
  }
  const currency = read('currency', (text) => knownCurrency(text.toUpperCase()), 'Enter a currency, for example EUR.')
  const day = 'Enter a day, for example 2026-11-22.'
  const query = {
    q: typed.q?.trim() || undefined,
    isPartial: true as const,
    status: read('status', oneOf(STATUSES), 'Choose a status from the list.'),
    transactionType: read('type', oneOf(TYPE_NAMES), 'Choose a type from the list.'),
    paymentMethod: read('method', oneOf(PAYMENT_METHODS), 'Choose a method from the list.'),
    brand: read('brand', oneOf(BRANDS), 'Choose a brand from the list.'),
    terminalId: typed.terminal || undefined,
    currency,
    amounts: read('amount', (text) => amountsOf(text, currency), 'Enter an amount, for example 12.50.'),
    createdFrom: read('from', (text) => instantOf(text) ?? startOfDay(timeZone, text), day),
    createdTo: read('to', (text) => instantOf(text) ?? endOfDay(timeZone, text), day),
    processingCode: typed.code || undefined,
    providerAccountId: typed.account || undefined,
    customerId: typed.customer || typed.customer_id || undefined,
    email: typed.email || undefined,
    cardHash: typed.card || undefined,
    counted: typed.counted ? true : undefined,
    captureByBefore: typed.capture ? soon : undefined,
    refunded: typed.refunded ? true : undefined,
  }
  return { query, problems }
}

function oneOf<T extends string>(known: readonly T[]): (text: string) => T | undefined {
  return (text) => known.find((one) => one === text)
}

function knownCurrency(code: string): string | undefined {
  return minorUnits(code) === undefined ? undefined : code
}

/** A moment, as the links of charts by hour have it. */
function instantOf(text: string): Date | undefined {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? new Date(text)
    : undefined
}

/** The last millisecond of a day, because both ends of a list's time are included. */
function endOfDay(timeZone: string, day: string): Date | undefined {
  if (!startOfDay(timeZone, day)) return undefined
  const next = startOfDay(timeZone, addDays(day, 1))
  return next && new Date(next.getTime() - 1)
}

/** Amounts in one currency or in each; one that could be read both ways finds both. */
function amountsOf(text: string, currency: string | undefined): Query['amounts'] {
  const amounts = amountsToFind(text, currency)
  return amounts.length > 0 ? amounts : undefined
}
