import { exactText } from '#domain/kept-text.ts'
import { typedDigits } from '#domain/plain-digits.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { showCustomer } from '#flows/customers/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { changePaymentMethod } from '#flows/stored-cards/change-payment-method.ts'
import { type PaymentMethod, showPaymentMethod } from '#flows/stored-cards/index.ts'
import { type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { CardChangeForm, CardOfCustomerParams } from '../money/queries.ts'
import { trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { type CardForm, type CardView, cardPage } from './card-page.ts'

const PATH = '/dashboard/customers/:id/cards/:token'

/** @throws RequestError `not-found`, also for a card of another customer */
async function viewOf(
  gateway: Gateway,
  caller: PersonCaller,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<CardView> {
  const merchantId = requireMerchant(caller)
  const [customer, card] = await Promise.all([
    showCustomer(gateway, merchantId, id),
    showPaymentMethod(gateway, merchantId, token),
  ])
  if (card.customerId !== id) throw notFound('payment method')
  return { customer, card }
}

const cardRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'customers.manage',
  summary: 'A saved card',
  params: CardOfCustomerParams,
  handle: async (gateway, { caller, params }) => cardPage(caller, await viewOf(gateway, caller, params)),
})

const changeRoute = route({
  method: 'POST',
  path: `${PATH}/change`,
  guard: 'person',
  permission: 'customers.manage',
  summary: 'Change a saved card',
  params: CardOfCustomerParams,
  body: CardChangeForm,
  again: async (gateway, { caller, params, body }, problems) =>
    cardPage(caller, { ...(await viewOf(gateway, caller, params)), problems, form: body }),
  handle: async (gateway, { caller, actor, params, body }) => {
    const { customer, card } = await viewOf(gateway, caller, params)
    await changePaymentMethod(gateway, actor, requireMerchant(caller), params.token, changeOf(body, card))
    return { status: 303, location: `/dashboard/customers/${encodeURIComponent(customer.id)}?done=changed` }
  },
})

/** Leaves out an unchanged expiry, so that the holder of an expired card can be changed. @throws RequestError `invalid` */
function changeOf({ expiration_month, expiration_year, holder_name }: CardForm, { expiry }: PaymentMethod) {
  const expirationMonth = numberIn('expiration_month', expiration_month, 'Choose a month.')
  const expirationYear = numberIn('expiration_year', expiration_year, 'Use a year of four digits.')
  const name = trimOrUndefined(holder_name)
  const holderName = name === undefined ? null : exactText('holder_name', name)
  const isSame = expiry?.month === expirationMonth && expiry.year === expirationYear
  return isSame ? { holderName } : { expirationMonth, expirationYear, holderName }
}

function numberIn(field: string, text: string | undefined, message: string): number {
  const digits = typedDigits(text ?? '')
  if (!/^\d{1,4}$/.test(digits)) throw invalid(field, message)
  return Number(digits)
}

export const cardRoutes: readonly Route[] = [cardRoute, changeRoute]
