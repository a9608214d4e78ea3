import { settlesAt } from '#domain/follow-up.ts'
import { notFound } from '#domain/problem.ts'
import { dayIn } from '#domain/time-zone.ts'
import type { Transaction } from '#domain/transaction.ts'
import { limitOf } from '#flows/dashboard/support-limit.ts'
import { readDisputes } from '#flows/disputes/read-disputes.ts'
import { listMerchantEvents } from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readStatus, readTransactions } from '#flows/transactions/index.ts'
import { readTimeline, type TimelineItem } from '#flows/transactions/timeline.ts'
import { html } from '#html/html.ts'
import { transactionView } from '#http/api/transactions/view.ts'
import { type Answer, route } from '#http/route.ts'
import { may } from '#identity/permissions.ts'
import { saysCustomer } from '../parts/customer-fields.ts'
import { formatDay, type Tone } from '../parts/format.ts'
import { shortId } from '../parts/short-id.ts'
import type { Step } from '../parts/timeline.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { type MerchantPerson, requireMerchantPerson } from '../shell/merchant-scope.ts'
import { accountNames, terminalNames } from '../shell/names.ts'
import { actionsWithinLimit } from './actions-within-limit.ts'
import { personOf, transactionPage } from './page.ts'
import { PaymentParams, PaymentQuery } from './queries.ts'

const MOST_BESIDE = 100

export const transactionPageRoute = route({
  method: 'GET',
  path: '/dashboard/transactions/:id',
  guard: 'person',
  permission: 'payments.read',
  summary: 'Payment details',
  params: PaymentParams,
  query: PaymentQuery,
  handle: async (gateway, { caller, params, query }) =>
    paymentPage(gateway, requireMerchantPerson(caller), params.id, query.done),
})

async function paymentPage(gateway: Gateway, caller: MerchantPerson, id: string, done?: string): Promise<Answer> {
  const { merchantId, timeZone } = caller
  const transaction = await readStatus(gateway, merchantId, id)
  if (!transaction) throw notFound('transaction')
  const [terminals, accounts, followUps, events, items, limit, disputes] = await Promise.all([
    terminalNames(gateway, merchantId),
    accountNames(gateway, merchantId),
    ifAvailable(readTransactions(gateway, merchantId, { parentId: id }, MOST_BESIDE)),
    listMerchantEvents(gateway, merchantId, { transactionId: id }, MOST_BESIDE),
    ifAvailable(readTimeline(gateway, merchantId, id)),
    limitOf(gateway, caller),
    readDisputes(gateway, merchantId, { transactionId: id }, 1),
  ])
  return transactionPage(caller, {
    transaction,
    terminalName: terminals.get(transaction.terminalId) ?? transaction.terminalId,
    accountName: accounts.get(transaction.processingResult.paymentProviderAccountId ?? ''),
    accountNames: accounts,
    disputeId: transaction.data?.disputeId ?? disputes.items[0]?.disputeId,
    allowed: actionsWithinLimit(gateway, transaction, limit),
    followUps: followUps?.items ?? [],
    events: events.items,
    steps: items?.map((item) => stepOf(item, followUps?.items ?? [])),
    settlesOn: formatDay(dayIn(timeZone, settlesAt(transaction, gateway.settings.settlementDelaySeconds))),
    record: recordFor(gateway, caller, transaction),
    done: followUps?.items.find((one) => one.id === done),
  })
}

/** As the API gives it, without the customer where the role does not see customers. */
function recordFor(gateway: Gateway, caller: MerchantPerson, transaction: Transaction): object {
  const record = transactionView(gateway, transaction)
  if (may(caller, 'payments.read-customer')) return record
  return Object.fromEntries(Object.entries(record).filter(([field]) => !saysCustomer(field)))
}

const TONES: Partial<Record<TimelineItem['kind'], Tone>> = {
  retry: 'warning',
  'soft-decline': 'warning',
  pending: 'warning',
  'unknown-outcome': 'warning',
  reversal: 'warning',
}

/** Codes that say yes: of a processing, of an authentication, of a merchant's server. */
const GOOD_CODE = /^(?:0000|[YA]|2\d\d)$/
const DECIDED: ReadonlySet<TimelineItem['kind']> = new Set(['attempt', 'authentication', 'finished', 'delivery'])

/** One line of the timeline; a follow-up names the person who asked for it. */
function stepOf({ at, kind, title, code, actor, detail }: TimelineItem, followUps: readonly Transaction[]): Step {
  const followUp = kind === 'follow-up' ? followUps.find(({ id }) => id === detail) : undefined
  const decided = DECIDED.has(kind) && code !== null ? (GOOD_CODE.test(code) ? 'success' : 'danger') : 'plain'
  const person = followUp && personOf(followUp)
  return { kind, at, title, code, actor: person ?? actor, detail: detailOf(kind, detail), tone: TONES[kind] ?? decided }
}

const THINGS: Partial<Record<TimelineItem['kind'], string>> = { event: 'events', 'follow-up': 'transactions' }

/** The ID of an event or a follow-up leads to it. */
function detailOf(kind: TimelineItem['kind'], detail: string | null): Step['detail'] {
  const things = THINGS[kind]
  if (things === undefined || detail === null) return detail
  return html`<a href="/dashboard/${things}/${encodeURIComponent(detail)}">${shortId(detail)}</a>`
}
