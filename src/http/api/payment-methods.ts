import { changePaymentMethod } from '#flows/stored-cards/change-payment-method.ts'
import {
  listCustomerPaymentMethods,
  listMerchantPaymentMethods,
  removePaymentMethod,
  showPaymentMethod,
} from '#flows/stored-cards/index.ts'
import { CustomerParams } from '#interface/customer.ts'
import {
  PaymentMethodChangeBody,
  PaymentMethodListQuery,
  PaymentMethodParams,
  PaymentMethodRecord,
} from '#interface/payment-method.ts'
import { readGiven } from '#interface/read.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import { answer, del, done, get, patch } from '../route.ts'
import { filterOf, limitOf, listView, positionOf } from './common/paging.ts'

const PaymentMethodList = ListOf(PaymentMethodRecord)

export const listCustomerPaymentMethodsRoute = get('/api/customers/:id/payment-methods', {
  guard: 'merchant',
  permission: 'customers.read',
  tag: 'Customers',
  operation: 'listCustomerPaymentMethods',
  summary: 'List the cards stored for a customer, newest first',
  params: CustomerParams,
  query: ListQuery,
  answers: { 200: PaymentMethodList },
  handle: async (gateway, { caller, params, query }) => {
    const [after, limit] = [positionOf(query), limitOf(query)]
    const page = await listCustomerPaymentMethods(gateway, caller.merchantId, params.id, after, limit)
    return answer(listView(page, PaymentMethodRecord.of))
  },
})

const CARDS = { guard: 'merchant', tag: 'Payment methods' } as const

export const listPaymentMethodsRoute = get('/api/payment-methods', {
  ...CARDS,
  permission: 'customers.read',
  operation: 'listPaymentMethods',
  summary: 'List stored cards, newest first',
  query: PaymentMethodListQuery,
  answers: { 200: PaymentMethodList },
  handle: async (gateway, { caller, query }) => {
    const { expiresBefore: month, ...filter } = filterOf(PaymentMethodListQuery, query)
    const wanted = { ...filter, expiresBefore: month && `${month}-01` }
    const page = await listMerchantPaymentMethods(gateway, caller.merchantId, wanted, limitOf(query))
    return answer(listView(page, PaymentMethodRecord.of))
  },
})

export const changePaymentMethodRoute = patch('/api/payment-methods/:token', {
  ...CARDS,
  permission: 'customers.manage',
  operation: 'changePaymentMethod',
  summary: 'Change the expiry or holder of a stored card',
  description: 'For a card that was renewed under its number. A new number is a new card.',
  params: PaymentMethodParams,
  body: PaymentMethodChangeBody,
  shows: PaymentMethodRecord,
  handle: (gateway, { caller, actor, params, body }) =>
    changePaymentMethod(gateway, actor, caller.merchantId, params.token, readGiven(PaymentMethodChangeBody, body)),
})

export const showPaymentMethodRoute = get('/api/payment-methods/:token', {
  ...CARDS,
  permission: 'customers.read',
  operation: 'showPaymentMethod',
  summary: 'Show a stored card',
  params: PaymentMethodParams,
  shows: PaymentMethodRecord,
  handle: (gateway, { caller, params }) => showPaymentMethod(gateway, caller.merchantId, params.token),
})

export const removePaymentMethodRoute = del('/api/payment-methods/:token', {
  ...CARDS,
  permission: 'customers.manage',
  operation: 'deletePaymentMethod',
  summary: 'Delete a stored card',
  description: 'Erases number and expiry. A payment in progress with the card continues.',
  params: PaymentMethodParams,
  handle: (gateway, { caller, params }) => done(removePaymentMethod(gateway, caller.merchantId, params.token)),
})
