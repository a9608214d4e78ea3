import type { Tollgate } from '@tollgate/client'
import type { FastifyInstance } from 'fastify'
import { CURRENCY, TASTING } from './catalogue.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Orders } from './orders.ts'

/** A tasting at the roastery. Its payment link could as well be sent by email or printed on a poster. */
export function addTasting(shop: FastifyInstance, tollgate: Tollgate, { merchant }: DemoAccess, orders: Orders): void {
  shop.post('/tasting', async (_request, reply) => {
    const { url } = await tollgate.paymentLinks.create({
      reference: orders.newReference(),
      terminal_id: merchant.terminal_id,
      description: TASTING.name,
      currency: CURRENCY,
      amount: TASTING.price,
      locale: 'en-US',
    })
    return reply.redirect(url, 303)
  })
}
