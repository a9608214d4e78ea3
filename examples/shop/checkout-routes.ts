import type { Tollgate } from '@tollgate/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basketOf } from './basket.ts'
import type { BrowserStep } from './browser-step.ts'
import type { Checkout } from './checkout.ts'
import { customerCookie, customerOf, newCustomerId } from './customer.ts'
import type { Order, Orders } from './orders.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import { onwardPage } from './pages/onward-page.ts'
import { PAYMENT_OPTIONS } from './payment-options/index.ts'
import type { CheckoutView, Form, PaymentOption, Shopper } from './payment-options/payment-option.ts'
import { page } from './server-setup.ts'

type Post = { Body: Form }

/** The Accept header of the script, which wants a step instead of a page. */
const SCRIPT_ACCEPT = 'application/json'

/** A page and a route for every payment option. */
export function addCheckoutRoutes(shop: FastifyInstance, tollgate: Tollgate, checkout: Checkout, orders: Orders): void {
  for (const option of PAYMENT_OPTIONS) {
    shop.get(option.path, (request, reply) => showCheckout(request, reply, tollgate, orders, option))
    shop.post<Post>(option.path, async (request, reply) => {
      const form = request.body
      const order = orders.find(form.order) ?? orders.place(basketOf(request.headers.cookie), option.path)
      const shopper = shopperOf(request, reply, tollgate)
      const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] ?? 'unknown' }
      const step = await checkout.pay(order, option, form, shopper, visitor)
      if (request.headers.accept === SCRIPT_ACCEPT) return step
      const due = step.kind === 'fingerprint' ? await checkout.fingerprintDone(order, false) : step
      return answerForm(request, reply, due, { ...shopper, option, order })
    })
  }
}

/** Shows a payment option, with an order of its own. */
export function showCheckout(
  request: FastifyRequest,
  reply: FastifyReply,
  tollgate: Tollgate,
  orders: Orders,
  option: PaymentOption,
  typed: Form = {},
): Promise<FastifyReply> {
  const view = { ...shopperOf(request, reply, tollgate), typed, problems: {} }
  return drawCheckout(request, reply, option, orders.place(basketOf(request.headers.cookie), option.path), view)
}

async function drawCheckout(
  request: FastifyRequest,
  reply: FastifyReply,
  option: PaymentOption,
  order: Order,
  view: CheckoutView,
) {
  const fields = await option.fields(view)
  return page(reply, checkoutPage(option, order, fields, view, request.headers.accept ?? '*/*'))
}

/** Answers a plain form, where a script would get a step. */
function answerForm(
  request: FastifyRequest<Post>,
  reply: FastifyReply,
  step: BrowserStep,
  { option, order, ...shopper }: Shopper & { readonly option: PaymentOption; readonly order: Order },
): FastifyReply | Promise<FastifyReply> {
  if (step.kind === 'go') return reply.redirect(step.url, 303)
  if ('form' in step && step.form) return page(reply, onwardPage(step.form))
  const found = step.kind === 'correct' ? step.problems : []
  const problems = Object.fromEntries(found.map(({ field, message }) => [field, message]))
  return drawCheckout(request, reply.code(422), option, order, { ...shopper, typed: request.body, problems })
}

/** Customer of a request. A new browser gets its id with the first card that it saves. */
export function shopperOf(request: FastifyRequest, reply: FastifyReply, tollgate: Tollgate): Shopper {
  const known = customerOf(request.headers.cookie)
  const customerId = known ?? newCustomerId()
  const keep = () => void reply.header('set-cookie', customerCookie(customerId))
  return { tollgate, customerId, isReturning: known !== undefined, keep }
}
