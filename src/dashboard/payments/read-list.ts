import { BRANDS } from '#domain/brands.ts'
import { amountsToFind, minorUnits } from '#domain/currency.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { isPersonalView } from '#domain/saved-view.ts'
import { STATUSES } from '#domain/status.ts'
import { addDays, startOfDay } from '#domain/time-zone.ts'
import type { Transaction } from '#domain/transaction.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showTestClock } from '#flows/test-clock.ts'
import { countMatches, type Query, readTransactions } from '#flows/transactions/index.ts'
import { readViews, type SavedView } from '#flows/views.ts'
import { encodeCursor, turnOf } from '#http/api/common/paging.ts'
import { may } from '#identity/caller.ts'
import type { FieldProblem } from '../parts/form.ts'
import { oneOf } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE } from '../shell/listing.ts'
import { ifAvailable, terminalNames } from '../shell/read.ts'
import type { MerchantPerson, Texts } from '../shell/screen.ts'
import { isCapturable } from './facts.ts'
import { isNarrowed, PAYMENTS_PATH, searchOf } from './query.ts'
import { CAPTURE_SOON, type ShownView } from './views.ts'

interface PaymentFilter {
  readonly query: Query
  readonly problems: readonly FieldProblem[]
}

/** Lists payments alone, unless a type or all that is in progress is chosen. Filters that make no sense narrow nothing and are reported. @param soon time up to which captures are due soon */
function paymentFilterOf(typed: Texts, timeZone: string, soon: Date): PaymentFilter {
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
    originals: typed.type || typed.status === 'PENDING' ? undefined : (true as const),
    status: read('status', (text) => oneOf(text, STATUSES), 'Choose a status from the list.'),
    transactionType: read('type', (text) => oneOf(text, TYPE_NAMES), 'Choose a type from the list.'),
    paymentMethod: read('method', (text) => oneOf(text, PAYMENT_METHODS), 'Choose a method from the list.'),
    brand: read('brand', (text) => oneOf(text, BRANDS), 'Choose a brand from the list.'),
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

export type PaymentList = Awaited<ReturnType<typeof readList>>

/** Reads the parts of the list; rows and count are undefined if they could not be read in time. */
export async function readList(gateway: Gateway, caller: MerchantPerson, typed: Texts) {
  const { merchantId, personId } = caller
  const soon = await captureSoon(gateway, caller)
  const { query, problems } = narrowed(caller, typed, soon)
  const turn = turnOf({ after: typed.after || undefined, before: typed.before || undefined })
  const wantsCount = !isNarrowed(typed) || Boolean(typed.count)
  const [terminals, views, page, count] = await Promise.all([
    terminalNames(gateway, merchantId),
    readViews(gateway, merchantId, personId),
    ifAvailable(readTransactions(gateway, merchantId, { ...query, ...turn }, DASHBOARD_PAGE_SIZE)),
    wantsCount ? ifAvailable(countMatches(gateway, merchantId, query)) : undefined,
  ])
  const hrefOf = (name: 'after' | 'before', position: Parameters<typeof encodeCursor>[0] | null | undefined) =>
    position ? `${PAYMENTS_PATH}${searchOf(typed, { [name]: encodeCursor(position) })}` : undefined
  return {
    ...{ typed, filterProblems: problems, terminals, rows: page?.items, count, soon },
    ...{ newer: hrefOf('before', page?.previous), older: hrefOf('after', page?.next) },
    views: [...builtIn(typed, page?.items ?? []), ...visible(caller, views)],
  }
}

const DAY_MS = 86_400_000

/** A day from now, by the merchant's clock. */
export async function captureSoon(gateway: Gateway, { merchantId }: MerchantPerson): Promise<Date> {
  return new Date((await showTestClock(gateway, merchantId)).getTime() + DAY_MS)
}

function builtIn(typed: Texts, rows: readonly Transaction[]): readonly ShownView[] {
  return typed.capture || rows.some(isCapturable) ? [CAPTURE_SOON] : []
}

/** A colleague's shared view may name a customer. */
function visible(caller: MerchantPerson, views: readonly SavedView[]): readonly SavedView[] {
  return may(caller, 'payments.read-customer') ? views : views.filter(({ filters }) => !isPersonalView(filters))
}

const namesCustomer = ({ q, ...filters }: Texts) => q?.includes('@') || isPersonalView(filters)

/** Filter without customers for a role that does not see them, so that a search reveals none. */
export function narrowed(caller: MerchantPerson, typed: Texts, soon: Date): PaymentFilter {
  const filter = paymentFilterOf(typed, caller.timeZone, soon)
  if (may(caller, 'payments.read-customer')) return filter
  if (!namesCustomer(typed)) return { ...filter, query: { ...filter.query, withoutCustomers: true } }
  const message = 'Your role cannot search by customer.'
  return { query: { ...filter.query, q: undefined, id: '' }, problems: [...filter.problems, { field: 'q', message }] }
}
