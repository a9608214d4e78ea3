import { Type } from 'typebox'
import type { PaymentMethod } from '#flows/stored-cards/index.ts'
import { listCustomerPaymentMethods, removePaymentMethod, showPaymentMethod } from '#flows/stored-cards/index.ts'
import { route } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { ListOf, NullableString, Paging } from './common/types.ts'
import { CustomerParams } from './customers.ts'

const Expiry = (description: string) => Type.Union([Type.Integer({ description }), Type.Null()])

/** A stored card (docs/reference/customers.md#stored-cards). */
const PaymentMethodRecord = Type.Object(
  {
    token: Type.String({ description: 'The `payment_method_id` of a `saved_card`.' }),
    type: Type.Literal('card'),
    masked: Type.String({ description: 'First six and last four digits.' }),
    brand: NullableString,
    hash: Type.String({ description: 'Identical for the same card.' }),
    expiration_month: Expiry('1 to 12.'),
    expiration_year: Expiry('Four digits.'),
    customer_id: NullableString,
    created_at: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Stored payment method',
    description: 'The expiry is null if the card can no longer be decrypted: delete it, and store it again.',
  },
)

const PaymentMethodList = ListOf(PaymentMethodRecord)

const PaymentMethodParams = Type.Object({ token: Type.String({ description: 'Token of the stored card.' }) })

const PaymentMethodListQuery = Type.Object(Paging)

/** A stored payment method as the merchant sees it (docs/reference/customers.md#stored-cards). */
function paymentMethodView(method: PaymentMethod) {
  return {
    token: method.token,
    type: 'card',
    masked: method.masked,
    brand: method.brand,
    hash: method.hash,
    expiration_month: method.expiry?.month ?? null,
    expiration_year: method.expiry?.year ?? null,
    customer_id: method.customerId,
    created_at: method.createdAt,
  }
}

export const listCustomerPaymentMethodsRoute = route({
  method: 'GET',
  path: '/api/customers/:id/payment-methods',
  guard: 'merchant',
  permission: 'customers.read',
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
  permission: 'customers.read',
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
  permission: 'customers.manage',
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
