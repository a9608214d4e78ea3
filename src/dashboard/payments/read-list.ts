import { isPersonalView } from '#domain/saved-view.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showTestClock } from '#flows/test-clock.ts'
import { countMatches, readTransactions } from '#flows/transactions/index.ts'
import { readViews, type SavedView } from '#flows/views.ts'
import { encodeCursor, turnOf } from '#http/api/common/paging.ts'
import { may } from '#identity/permissions.ts'
import { DASHBOARD_PAGE_SIZE } from '../shell/listing.ts'
import { ifAvailable, terminalNames } from '../shell/read.ts'
import type { MerchantPerson, Texts } from '../shell/screen.ts'
import { isCapturable } from './facts.ts'
import { type PaymentFilter, paymentFilterOf } from './payment-filter.ts'
import { isNarrowed, PAYMENTS_PATH, searchOf } from './query.ts'
import { CAPTURE_SOON, type ShownView } from './views.ts'

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
