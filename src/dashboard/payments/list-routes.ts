import { isPersonalView } from '#domain/saved-view.ts'
import type { Transaction } from '#domain/transaction.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showTestClock } from '#flows/test-clock.ts'
import { exportTransactions } from '#flows/transactions/export.ts'
import { countMatches, readTransactions } from '#flows/transactions/index.ts'
import { readViews, type SavedView } from '#flows/views.ts'
import { csvAnswer, csvFormatOf } from '#http/api/common/csv.ts'
import { encodeCursor, turnOf } from '#http/api/common/paging.ts'
import { transactionsCsv } from '#http/api/transactions/csv.ts'
import { type Answer, route } from '#http/route.ts'
import { may } from '#identity/permissions.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { type MerchantPerson, requireMerchantPerson } from '../shell/merchant-scope.ts'
import { terminalNames } from '../shell/names.ts'
import { isCapturable } from './capture-by.ts'
import { transactionsPage } from './list-page.ts'
import { isNarrowed, searchOf } from './payment-address.ts'
import { type PaymentFilter, paymentFilterOf } from './payment-filter.ts'
import { PaymentExportQuery, PaymentListQuery } from './queries.ts'
import { CAPTURE_SOON, type ShownView } from './saved-views.ts'

const ROWS = 50

export const transactionsPageRoute = route({
  method: 'GET',
  path: '/dashboard/transactions',
  guard: 'person',
  permission: 'payments.read',
  summary: 'List of payments',
  query: PaymentListQuery,
  handle: async (gateway, { caller, query }) => listPage(gateway, requireMerchantPerson(caller), query),
})

/** @param problem why the list could not be kept under a name */
export async function listPage(
  gateway: Gateway,
  caller: MerchantPerson,
  typed: PaymentListQuery,
  problem?: { readonly name: string; readonly message: string },
): Promise<Answer> {
  const soon = await captureSoon(gateway, caller)
  const { query, problems } = narrowed(caller, typed, soon)
  const turn = turnOf({ after: typed.after || undefined, before: typed.before || undefined })
  const wantsCount = !isNarrowed(typed) || Boolean(typed.count)
  const [terminals, views, page, count] = await Promise.all([
    terminalNames(gateway, caller.merchantId),
    readViews(gateway, caller.merchantId, caller.personId),
    ifAvailable(readTransactions(gateway, caller.merchantId, { ...query, ...turn }, ROWS)),
    wantsCount ? ifAvailable(countMatches(gateway, caller.merchantId, query)) : undefined,
  ])
  const hrefOf = (name: 'after' | 'before', position: Parameters<typeof encodeCursor>[0] | null | undefined) =>
    position ? `/dashboard/transactions${searchOf(typed, { [name]: encodeCursor(position) })}` : undefined
  return transactionsPage(caller, {
    typed,
    problems,
    terminals,
    types: TYPE_NAMES,
    rows: page?.items,
    newer: hrefOf('before', page?.previous),
    older: hrefOf('after', page?.next),
    count,
    soon,
    views: [...builtIn(typed, page?.items ?? []), ...visible(caller, views)],
    viewProblem: problem,
  })
}

const DAY_MS = 86_400_000

/** A day from now, by the merchant's clock. */
async function captureSoon(gateway: Gateway, { merchantId }: MerchantPerson): Promise<Date> {
  return new Date((await showTestClock(gateway, merchantId)).getTime() + DAY_MS)
}

function builtIn(typed: PaymentListQuery, rows: readonly Transaction[]): readonly ShownView[] {
  return typed.capture || rows.some(isCapturable) ? [CAPTURE_SOON] : []
}

/** A colleague's shared view may name a customer. */
function visible(caller: MerchantPerson, views: readonly SavedView[]): readonly SavedView[] {
  return may(caller, 'payments.read-customer') ? views : views.filter(({ filters }) => !isPersonalView(filters))
}

const namesCustomer = ({ q, ...filters }: PaymentListQuery) => q?.includes('@') || isPersonalView(filters)

/** Filter without customers for a role that does not see them, so that a search reveals none. */
function narrowed(caller: MerchantPerson, typed: PaymentListQuery, soon: Date): PaymentFilter {
  const filter = paymentFilterOf(typed, caller.timeZone, soon)
  if (may(caller, 'payments.read-customer')) return filter
  if (!namesCustomer(typed)) return { ...filter, query: { ...filter.query, withoutCustomers: true } }
  const message = 'Your role cannot search by customer.'
  return { query: { ...filter.query, q: undefined, id: '' }, problems: [...filter.problems, { field: 'q', message }] }
}

export const exportPageRoute = route({
  method: 'GET',
  path: '/dashboard/transactions.csv',
  guard: 'person',
  permission: 'payments.export',
  summary: 'Export of payments that match the filters',
  query: PaymentExportQuery,
  handle: async (gateway, { caller, query: { format, ...query } }) => {
    const person = requireMerchantPerson(caller)
    const { query: wanted, problems } = narrowed(person, query, await captureSoon(gateway, person))
    if (problems.length > 0) return { ...(await listPage(gateway, person, query)), status: 422 }
    const { timeZone, pages } = await exportTransactions(gateway, person.merchantId, wanted)
    return csvAnswer('payments.csv', transactionsCsv(csvFormatOf(format), pages, timeZone))
  },
})
