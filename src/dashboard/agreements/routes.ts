import { Type } from 'typebox'
import { AGREEMENT_STATUSES } from '#domain/agreement.ts'
import { changeAgreement, listMerchantAgreements, showAgreement } from '#flows/agreements/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { type Route, route } from '#http/route.ts'
import { DASHBOARD_PAGE_SIZE, oneOf, pageLinks, QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { successMessages } from '../shell/success-messages.ts'
import { AGREEMENTS_PATH, agreementsPage } from './list-page.ts'
import { agreementPage } from './page.ts'

const AgreementPageParams = Type.Object({ id: Type.String() })
const SHOWN_PAYMENTS = 20

const listRoute = route({
  method: 'GET',
  path: AGREEMENTS_PATH,
  guard: 'person',
  permission: 'agreements.read',
  summary: 'Agreements',
  query: Type.Object({ status: QueryText, customer: QueryText, cursor: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const [status, customerId] = [oneOf(query.status, AGREEMENT_STATUSES), trimOrUndefined(query.customer)]
    const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
    const filter = { status, customerId, after }
    const page = await listMerchantAgreements(gateway, requireMerchant(caller), filter, DASHBOARD_PAGE_SIZE)
    const beside = pageLinks(AGREEMENTS_PATH, query, page.next)
    const filters = { status: status ?? '', customer: customerId ?? '' }
    return agreementsPage(caller, { agreements: page.items, filters, beside })
  },
})

const doneWith = successMessages({ canceled: 'Agreement canceled. The card is no longer charged.' })

async function viewOf(gateway: Gateway, merchantId: string, id: string) {
  const agreement = await showAgreement(gateway, merchantId, id)
  const { items: charges } = await readTransactions(gateway, merchantId, { agreementId: id }, SHOWN_PAYMENTS)
  const maxAmount = agreement.max_amount === null ? null : BigInt(agreement.max_amount.rawJSON)
  return { agreement, charges, maxAmount }
}

const agreementRoute = route({
  method: 'GET',
  path: `${AGREEMENTS_PATH}/:id`,
  guard: 'person',
  permission: 'agreements.read',
  summary: 'An agreement and its payments',
  params: AgreementPageParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params, query }) => {
    const view = await viewOf(gateway, requireMerchant(caller), params.id)
    return agreementPage(caller, { ...view, done: doneWith(query.done) })
  },
})

const cancelRoute = route({
  method: 'POST',
  path: `${AGREEMENTS_PATH}/:id/cancel`,
  guard: 'person',
  permission: 'agreements.manage',
  summary: 'Cancel an agreement',
  params: AgreementPageParams,
  body: Type.Object({}),
  again: async (gateway, { caller, params }, problems) => {
    const view = await viewOf(gateway, requireMerchant(caller), params.id)
    const ofForm = problems.map(({ message }) => ({ field: '', message }))
    return agreementPage(caller, { ...view, done: undefined, problems: ofForm })
  },
  handle: async (gateway, { caller, actor, params: { id } }) => {
    await changeAgreement(gateway, actor, requireMerchant(caller), id, { status: 'CANCELED' })
    return { status: 303, location: `${AGREEMENTS_PATH}/${encodeURIComponent(id)}?done=canceled` }
  },
})

export const agreementRoutes: readonly Route[] = [listRoute, agreementRoute, cancelRoute]
