import { listCustomerPaymentMethods, removePaymentMethod, showPaymentMethod } from '#flows/stored-cards/index.ts'
import { route } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import {
  CustomerParams,
  PaymentMethodList,
  PaymentMethodListQuery,
  PaymentMethodParams,
  PaymentMethodRecord,
  paymentMethodView,
} from './customers.ts'

export const listCustomerPaymentMethodsRoute = route({
  method: 'GET',
  path: '/api/customers/:id/payment-methods',
  guard: 'merchant',
  tag: 'Customers',
  operation: 'listCustomerPaymentMethods',
  summary: 'List the cards stored for a customer, newest first',
  params: CustomerParams,
  query: PaymentMethodListQuery,
  answers: { 200: PaymentMethodList },
  handle: async (gateway, { caller, params, query }) => {
    const [after, limit] = [positionOf(query), limitOf(query)]
    const page = await listCustomerPaymentMethods(gateway, caller.merchantId, params.id, after, limit)
    return { status: 200, json: listView(page, paymentMethodView) }
  },
})

export const showPaymentMethodRoute = route({
  method: 'GET',
  path: '/api/payment-methods/:token',
  guard: 'merchant',
  tag: 'Payment methods',
  operation: 'showPaymentMethod',
  summary: 'Show a stored card',
  params: PaymentMethodParams,
  answers: { 200: PaymentMethodRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: paymentMethodView(await showPaymentMethod(gateway, caller.merchantId, params.token)) }
  },
})

export const removePaymentMethodRoute = route({
  method: 'DELETE',
  path: '/api/payment-methods/:token',
  guard: 'merchant',
  tag: 'Payment methods',
  operation: 'deletePaymentMethod',
  summary: 'Delete a stored card',
  description: 'Erases number and expiry. A payment in progress with the card continues.',
  params: PaymentMethodParams,
  handle: async (gateway, { caller, params }) => {
    await removePaymentMethod(gateway, caller.merchantId, params.token)
    return { status: 204 }
  },
})
