import { type Agreement, type Tollgate, TollgateError } from '@tollgate/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BOX, CURRENCY, HOUSE } from './catalogue.ts'
import { shopperOf } from './checkout-routes.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order, Orders } from './orders.ts'
import { subscriptionPage } from './pages/subscription-page.ts'
import type { Form, Shopper } from './payment-options/payment-option.ts'
import { rememberCustomer } from './saved-cards.ts'
import { page } from './server-setup.ts'

const PATH = '/subscription'
/** Days after which a declined charge is repeated. */
const RETRY_AFTER_DAYS = [1, 3, 7]
const WITHOUT_CHALLENGE = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }

type Post = { Body: Form }

/**
 * A subscription. The shopper agrees on the gateway's page once; afterwards the shop charges the card. A real shop does
 * that on its schedule; here a button stands in for the calendar.
 */
export function addSubscription(shop: FastifyInstance, tollgate: Tollgate, access: DemoAccess, orders: Orders): void {
  const placeOrder = () => orders.place([{ coffee: HOUSE, quantity: 1 }], PATH)
  shop.get(PATH, async (request, reply) => {
    return page(reply, subscriptionPage(await agreementsOf(shopperOf(request, reply, tollgate))))
  })
  shop.post(PATH, async (request, reply) => {
    const shopper = shopperOf(request, reply, tollgate)
    const url = await subscribe(shopper, access, placeOrder())
    return reply.redirect(url, 303)
  })
  shop.post<Post>(`${PATH}/charge`, async (request, reply) => {
    const agreement = await ownAgreement(request, shopperOf(request, reply, tollgate))
    if (!agreement) return reply.callNotFound()
    const order = placeOrder()
    order.transactionId = await charge(tollgate, access, agreement, order)
    return reply.redirect(`/result?order=${order.reference}`, 303)
  })
  shop.post<Post>(`${PATH}/cancel`, async (request, reply) => {
    const agreement = await ownAgreement(request, shopperOf(request, reply, tollgate))
    if (!agreement) return reply.callNotFound()
    await tollgate.agreements.cancel(agreement.id)
    return reply.redirect(PATH, 303)
  })
}

/** The first box is paid immediately, with the agreement for the others. @returns address of the gateway's page */
async function subscribe(shopper: Shopper, { shop_url, merchant }: DemoAccess, order: Order): Promise<string> {
  const customer = { first_name: 'Ada', last_name: 'Lindqvist', email: 'ada@example.com' }
  await rememberCustomer(shopper, customer)
  const session = await shopper.tollgate.sessions.create({
    reference: order.reference,
    terminal_id: merchant.terminal_id,
    description: BOX.name,
    currency: CURRENCY,
    amount: order.total,
    transaction_type: 'PURCHASE',
    return_url: `${shop_url}${PATH}`,
    customer: { ...customer, id: shopper.customerId },
    tokenization: { save_card_for_future_payments: true },
    agreement: {
      purpose: 'RECURRING',
      description: BOX.name,
      max_amount: order.total,
      frequency_days: BOX.days,
    },
    metadata: WITHOUT_CHALLENGE,
  })
  return session.hosted_payment_page_url
}

/** Charges the next box. @returns ID of the transaction; undefined if its answer was lost, as it is found by its reference */
async function charge(
  tollgate: Tollgate,
  { merchant }: DemoAccess,
  { id }: Agreement,
  order: Order,
): Promise<string | undefined> {
  try {
    const { result } = await tollgate.authorize({
      reference: order.reference,
      terminal_id: merchant.terminal_id,
      description: BOX.name,
      currency: CURRENCY,
      amount: order.total,
      transaction_type: 'PURCHASE',
      payment_method: { type: 'agreement', data: { agreement_id: id } },
      options: { recovery: { after_days: RETRY_AFTER_DAYS } },
    })
    return result?.id
  } catch (error) {
    if (error instanceof TollgateError && error.status === undefined) return undefined
    throw error
  }
}

/** The shopper's subscriptions, newest first; those whose first payment failed are left out. */
async function agreementsOf({ tollgate, customerId }: Shopper): Promise<readonly Agreement[]> {
  const { items } = await tollgate.agreements.list({ customer_id: customerId, limit: 100 })
  return items.filter(({ stop_reason }) => stop_reason !== 'FIRST_PAYMENT_FAILED')
}

/** The agreement of an ID that came from a browser, if it is the shopper's own. */
async function ownAgreement({ body }: FastifyRequest<Post>, shopper: Shopper): Promise<Agreement | undefined> {
  return (await agreementsOf(shopper)).find(({ id }) => id === body.agreement)
}
