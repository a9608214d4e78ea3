import { invalid } from '#domain/problem.ts'
import { listMerchantCustomers, showCustomer } from '#flows/customers/index.ts'
import { requestErasure } from '#flows/erasures/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { listCustomerPaymentMethods, removePaymentMethod } from '#flows/stored-cards/index.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { customerExport } from '#http/api/erasures.ts'
import { type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { CardOfCustomerParams, CustomerPageParams, CustomersPageQuery, EraseForm } from '../money/queries.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { DASHBOARD_PAGE_SIZE, pageLinks, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { successMessages } from '../shell/success-messages.ts'
import { cardRoutes } from './card-routes.ts'
import { type CustomerView, customerPage, customersPage } from './pages.ts'

const PATH = '/dashboard/customers'
const MOST_CARDS = 100
const SHOWN_PAYMENTS = 20

const listRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'customers.read',
  summary: 'Customers',
  query: CustomersPageQuery,
  handle: async (gateway, { caller, query: { done, ...query } }) => {
    const place = positionOf({ cursor: trimOrUndefined(query.cursor) })
    const { items, next } = await listMerchantCustomers(gateway, requireMerchant(caller), place, DASHBOARD_PAGE_SIZE)
    const words =
      done === 'erased'
        ? 'Customer and saved cards erased. Payments follow in a few seconds, those in progress after their end.'
        : undefined
    return customersPage(caller, { customers: items, beside: pageLinks(PATH, query, next), done: words })
  },
})

const doneWith = successMessages({ removed: 'Card removed.', changed: 'Card changed.' })

const customerRoute = route({
  method: 'GET',
  path: `${PATH}/:id`,
  guard: 'person',
  permission: 'customers.read',
  summary: 'A customer with cards and payments',
  params: CustomerPageParams,
  query: CustomersPageQuery,
  handle: async (gateway, { caller, params, query }) => {
    return customerPage(caller, { ...(await viewOf(gateway, caller, params.id)), done: doneWith(query.done) })
  },
})

async function viewOf(gateway: Gateway, caller: PersonCaller, id: string): Promise<CustomerView> {
  const merchantId = requireMerchant(caller)
  const [customer, cards, payments] = await Promise.all([
    showCustomer(gateway, merchantId, id),
    listCustomerPaymentMethods(gateway, merchantId, id, undefined, MOST_CARDS),
    ifAvailable(readTransactions(gateway, merchantId, { customerId: id }, SHOWN_PAYMENTS)),
  ])
  return { customer, cards: cards.items, payments: payments?.items ?? [] }
}

const removeCardRoute = route({
  method: 'POST',
  path: `${PATH}/:id/cards/:token/remove`,
  guard: 'person',
  permission: 'customers.manage',
  summary: 'Remove a saved card',
  params: CardOfCustomerParams,
  handle: async (gateway, { caller, actor, params: { id, token } }) => {
    const merchantId = requireMerchant(caller)
    const entry = { actor, action: 'payment-method.removed', merchantId, subject: token, changes: { customer_id: id } }
    await removePaymentMethod(gateway, merchantId, token, { customerId: id, entry })
    return { status: 303, location: `${PATH}/${encodeURIComponent(id)}?done=removed` }
  },
})

const exportRoute = route({
  method: 'GET',
  path: `${PATH}/:id/export`,
  guard: 'person',
  permission: 'customers.export',
  summary: "A customer's data as a file",
  params: CustomerPageParams,
  handle: (gateway, { caller, params }) => customerExport(gateway, requireMerchant(caller), params.id),
})

const eraseRoute = route({
  method: 'POST',
  path: `${PATH}/:id/erase`,
  guard: 'person',
  permission: 'customers.erase',
  summary: 'Erase a customer',
  params: CustomerPageParams,
  body: EraseForm,
  again: async (gateway, { caller, params, body }, problems) =>
    customerPage(caller, { ...(await viewOf(gateway, caller, params.id)), problems, typed: body.confirmation ?? '' }),
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    if (trimOrUndefined(body.confirmation) !== id) {
      throw invalid('confirmation', 'Enter the customer ID exactly as shown above.')
    }
    const merchantId = requireMerchant(caller)
    await showCustomer(gateway, merchantId, id)
    await requestErasure(gateway, actor, merchantId, { customerId: id })
    return { status: 303, location: `${PATH}?done=erased` }
  },
})

export const customerRoutes: readonly Route[] = [
  listRoute,
  customerRoute,
  ...cardRoutes,
  removeCardRoute,
  exportRoute,
  eraseRoute,
]
