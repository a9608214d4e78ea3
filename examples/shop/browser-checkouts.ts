import type { Session, Tollgate } from '@tollgate/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { basketOf } from './basket.ts'
import { CURRENCY } from './catalogue.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order, Orders } from './orders.ts'
import { embeddedPage } from './pages/embedded-page.ts'
import type { Form } from './payment-options/payment-option.ts'
import { embeddedPolicy, page } from './server-setup.ts'
import { simulatedMetadata } from './simulations.ts'

type ShopRoute = { Querystring: Form }

/**
 * The two checkouts in which no card passes through this server: the gateway's fields in our page, and the
 * gateway's own page. Both begin with a session. The test panel's choices come in the query.
 */
export function addBrowserCheckouts(
  shop: FastifyInstance,
  tollgate: Tollgate,
  access: DemoAccess,
  orders: Orders,
): void {
  shop.get<ShopRoute>('/embedded', async (request, reply) => {
    const order = orderOf(request, orders)
    const session = await openSession(tollgate, access, order, request.query)
    reply.header('content-security-policy', embeddedPolicy(access.base_url))
    return page(reply, embeddedPage(order, session, access, request.query))
  })
  shop.get<ShopRoute>('/hosted', async (request, reply) => {
    const order = orderOf(request, orders)
    const session = await openSession(tollgate, access, order, request.query)
    return reply.redirect(session.hosted_payment_page_url, 303)
  })
}

function orderOf(request: FastifyRequest, orders: Orders): Order {
  return orders.place(basketOf(request.headers.cookie), request.routeOptions.url!)
}

/** The shopper may try to pay the session's order until it is paid. */
function openSession(
  tollgate: Tollgate,
  { shop_url, merchant }: DemoAccess,
  order: Order,
  form: Form,
): Promise<Session> {
  return tollgate.sessions.create({
    reference: order.reference,
    terminal_id: merchant.terminal_id,
    description: order.lines.map(({ coffee, quantity }) => `${quantity} × ${coffee.name}`).join(', '),
    currency: CURRENCY,
    amount: order.total,
    transaction_type: 'PURCHASE',
    return_url: `${shop_url}/result?order=${order.reference}`,
    customer: { first_name: 'Ada', last_name: 'Lindqvist', email: 'ada@example.com' },
    metadata: simulatedMetadata(form),
  })
}
