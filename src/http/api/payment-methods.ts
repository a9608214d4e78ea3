import { Type } from 'typebox'
import { ISSUER_UPDATES } from '#domain/card-update.ts'
import { changePaymentMethod } from '#flows/stored-cards/change-payment-method.ts'
import {
  listCustomerPaymentMethods,
  listMerchantPaymentMethods,
  type PaymentMethod,
  removePaymentMethod,
  showPaymentMethod,
} from '#flows/stored-cards/index.ts'
import { CustomerParams } from '#interface/customer.ts'
import { FreeText, Instant, ListOf, ListQuery, NullableString, nullable, Paging } from '#interface/types.ts'
import { answer, del, get, patch } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

const Expiry = (description: string) => Type.Union([Type.Integer({ description }), Type.Null()])

export const IssuerUpdate = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  enum: [...ISSUER_UPDATES, null],
  description: 'Report of the issuer: ask the shopper for another card.',
})

const PaymentMethodRecord = Type.Object(
  {
    token: Type.String({ description: 'The `payment_method_id` of a `saved_card`.' }),
    type: Type.Literal('card'),
    masked: Type.String({ description: 'First six and last four digits.' }),
    brand: NullableString,
    hash: Type.String({ description: 'Identical for the same card.' }),
    expiration_month: Expiry('1 to 12.'),
    expiration_year: Expiry('Four digits.'),
    holder_name: NullableString,
    customer_id: NullableString,
    issuer_update: IssuerUpdate,
    created_at: Instant,
  },
  {
    title: 'Stored payment method',
    description: 'The expiry is null if the card can no longer be decrypted: delete it, and store it again.',
  },
)

const PaymentMethodList = ListOf(PaymentMethodRecord)

const PaymentMethodParams = Type.Object({ token: Type.String({ description: 'Token of the stored card.' }) })

const PaymentMethodListQuery = Type.Object({
  customer_id: Type.Optional(Type.String()),
  expires_before: Type.Optional(
    Type.String({
      pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$',
      description: 'A month: cards that expire in an earlier one.',
      examples: ['2027-01'],
    }),
  ),
  ...Paging,
})

/** `PATCH /api/payment-methods/{token}` (docs/reference/customers.md#upkeep). */
const ChangeBody = Type.Object({
  expiration_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  expiration_year: Type.Optional(Type.Integer({ minimum: 1000, maximum: 9999, description: 'Four digits.' })),
  holder_name: Type.Optional(
    nullable(FreeText({ maxLength: 255, empty: 'none', description: 'Name on the card; null clears it.' })),
  ),
})

export function paymentMethodView(method: PaymentMethod) {
  return {
    token: method.token,
    type: 'card',
    masked: method.masked,
    brand: method.brand,
    hash: method.hash,
    expiration_month: method.expiry?.month ?? null,
    expiration_year: method.expiry?.year ?? null,
    holder_name: method.holderName,
    customer_id: method.customerId,
    issuer_update: method.issuerUpdate,
    created_at: method.createdAt,
  }
}

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
    return answer(listView(page, paymentMethodView))
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
    const { customer_id: customerId, expires_before: month } = query
    const expiresBefore = month === undefined ? undefined : `${month}-01`
    const filter = { customerId, expiresBefore, after: positionOf(query) }
    const page = await listMerchantPaymentMethods(gateway, caller.merchantId, filter, limitOf(query))
    return answer(listView(page, paymentMethodView))
  },
})

export const changePaymentMethodRoute = patch('/api/payment-methods/:token', {
  ...CARDS,
  permission: 'customers.manage',
  operation: 'changePaymentMethod',
  summary: 'Change the expiry or holder of a stored card',
  description: 'For a card that was renewed under its number. A new number is a new card.',
  params: PaymentMethodParams,
  body: ChangeBody,
  answers: { 200: PaymentMethodRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    const { expiration_month: expirationMonth, expiration_year: expirationYear, holder_name: holderName } = body
    const change = { expirationMonth, expirationYear, holderName }
    const changed = await changePaymentMethod(gateway, actor, caller.merchantId, params.token, change)
    return answer(paymentMethodView(changed))
  },
})

export const showPaymentMethodRoute = get('/api/payment-methods/:token', {
  ...CARDS,
  permission: 'customers.read',
  operation: 'showPaymentMethod',
  summary: 'Show a stored card',
  params: PaymentMethodParams,
  answers: { 200: PaymentMethodRecord },
  handle: async (gateway, { caller, params }) =>
    answer(paymentMethodView(await showPaymentMethod(gateway, caller.merchantId, params.token))),
})

export const removePaymentMethodRoute = del('/api/payment-methods/:token', {
  ...CARDS,
  permission: 'customers.manage',
  operation: 'deletePaymentMethod',
  summary: 'Delete a stored card',
  description: 'Erases number and expiry. A payment in progress with the card continues.',
  params: PaymentMethodParams,
  handle: async (gateway, { caller, params }) => {
    await removePaymentMethod(gateway, caller.merchantId, params.token)
    return { status: 204 }
  },
})
