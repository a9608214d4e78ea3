import { Type } from 'typebox'
import { keptText } from '#domain/kept-text.ts'
import { LIST_KINDS } from '#domain/list-entry.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { valuesOf } from '#flows/payment/authorize/list-values.ts'
import { addPayer } from '#flows/rules/lists.ts'
import { readReviews, reviewPayment } from '#flows/rules/review.ts'
import { readStatus } from '#flows/transactions/index.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { TransactionIdParams } from '#http/api/transactions/schemas.ts'
import { route } from '#http/route.ts'
import { DASHBOARD_PAGE_SIZE, pageLinks, QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { type MerchantPerson, requireMerchantPerson } from '../shell/merchant-scope.ts'
import { accountNames, terminalNames } from '../shell/names.ts'
import { successMessages } from '../shell/success-messages.ts'
import { blockBox, REVIEWS_PATH, reviewPage, reviewsPage } from './page.ts'

const DECIDE = { guard: 'person', permission: 'reviews.decide' } as const

const doneWith = successMessages({ cleared: 'Payment cleared.', fraud: 'Payment marked as fraud.' })

const reviewsRoute = route({
  ...DECIDE,
  method: 'GET',
  path: REVIEWS_PATH,
  summary: 'Payments to review',
  query: Type.Object({ cursor: QueryText, done: QueryText }),
  handle: async (gateway, { caller, query: { done, ...query } }) => {
    const person = requireMerchantPerson(caller)
    const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
    const { items: rows, next } = await readReviews(gateway, person.merchantId, after, DASHBOARD_PAGE_SIZE)
    return reviewsPage(person, { rows, beside: pageLinks(REVIEWS_PATH, query, next), done: doneWith(done) })
  },
})

async function reviewView(gateway: Gateway, { merchantId }: MerchantPerson, id: string) {
  const payment = await readStatus(gateway, merchantId, id)
  if (!payment) throw notFound('transaction')
  const names = await Promise.all([terminalNames(gateway, merchantId), accountNames(gateway, merchantId)])
  const accountName = names[1].get(payment.processingResult.paymentProviderAccountId ?? '')
  const terminalName = names[0].get(payment.terminalId) ?? payment.terminalId
  return { payment, terminalName, accountName, kinds: valuesOf(gateway, payment).map(({ kind }) => kind) }
}

const reviewRoute = route({
  ...DECIDE,
  method: 'GET',
  path: `${REVIEWS_PATH}/:id`,
  summary: 'A payment to review',
  params: TransactionIdParams,
  handle: async (gateway, { caller, params }) => {
    const person = requireMerchantPerson(caller)
    return reviewPage(person, await reviewView(gateway, person, params.id))
  },
})

const Boxes = Object.fromEntries(LIST_KINDS.map((kind) => [blockBox(kind), QueryText])) as Readonly<
  Record<ReturnType<typeof blockBox>, typeof QueryText>
>

const decideRoute = route({
  ...DECIDE,
  method: 'POST',
  path: `${REVIEWS_PATH}/:id`,
  summary: 'Decide about a payment',
  params: TransactionIdParams,
  body: Type.Object({ outcome: Type.Enum(['CLEARED', 'FRAUD', 'BLOCK']), ...Boxes }),
  again: async (gateway, { caller, params }, problems) => {
    const person = requireMerchantPerson(caller)
    return reviewPage(person, { ...(await reviewView(gateway, person, params.id)), problems })
  },
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    const { merchantId } = requireMerchantPerson(caller)
    const kinds = LIST_KINDS.filter((kind) => body[blockBox(kind)] !== undefined)
    const { outcome } = body
    if (outcome !== 'BLOCK') {
      const block = outcome === 'FRAUD' ? kinds : []
      await reviewPayment(gateway, actor, merchantId, id, { outcome, block })
      return { status: 303, location: `${REVIEWS_PATH}?done=${outcome.toLowerCase()}` }
    }
    if (kinds.length === 0) throw invalid('block', 'Choose at least one value to block.')
    const terms = { reason: keptText(`Payment ${id}`), expiresAt: null }
    await addPayer(gateway, { actor, merchantId, list: 'block' }, { transactionId: id, kinds, ...terms })
    return { status: 303, location: '/dashboard/lists/block?done=added' }
  },
})

export const reviewRoutes = [reviewsRoute, reviewRoute, decideRoute]
