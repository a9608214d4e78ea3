import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tollgate } from '#client/index.ts'
import { basketOf } from './basket.ts'
import type { BrowserStep } from './browser-step.ts'
import type { Checkout } from './checkout.ts'
import { customerCookie, customerOf, newCustomerId } from './customer.ts'
import type { Order, Orders } from './orders.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import { onwardPage } from './pages/onward-page.ts'
import { page } from './plumbing.ts'
import { WAYS } from './ways/index.ts'
import type { Form, Till, Visit, Way } from './ways/way.ts'

type Post = { Body: Form }

/** How the script asks for a step instead of a page. */
const STEPS_PLEASE = 'application/json'

/** A page and a route for every way to pay. */
export function addTill(shop: FastifyInstance, tollgate: Tollgate, checkout: Checkout, orders: Orders): void {
  for (const way of WAYS) {
    shop.get(way.path, (request, reply) => showTill(request, reply, tollgate, orders, way))
    shop.post<Post>(way.path, async (request, reply) => {
      const form = request.body
      const order = orders.find(form.order) ?? orders.place(basketOf(request.headers.cookie), way.path)
      const visit = visitOf(request, reply, tollgate)
      const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] ?? 'unknown' }
      const step = await checkout.pay(order, way, form, visit, visitor)
      if (request.headers.accept === STEPS_PLEASE) return step
      const due = step.kind === 'fingerprint' ? await checkout.fingerprintDone(order, false) : step
      return answerForm(request, reply, due, { ...visit, way, order })
    })
  }
}

/** Shows a way to pay, with an order of its own. */
export function showTill(
  request: FastifyRequest,
  reply: FastifyReply,
  tollgate: Tollgate,
  orders: Orders,
  way: Way,
  typed: Form = {},
): Promise<FastifyReply> {
  const till = { ...visitOf(request, reply, tollgate), typed, problems: {} }
  return drawTill(request, reply, way, orders.place(basketOf(request.headers.cookie), way.path), till)
}

async function drawTill(request: FastifyRequest, reply: FastifyReply, way: Way, order: Order, till: Till) {
  const fields = await way.fields(till)
  return page(reply, checkoutPage(way, order, fields, till, request.headers.accept ?? '*/*'))
}

/** What a plain form gets instead of a step for the script. */
function answerForm(
  request: FastifyRequest<Post>,
  reply: FastifyReply,
  step: BrowserStep,
  { way, order, ...visit }: Visit & { readonly way: Way; readonly order: Order },
): FastifyReply | Promise<FastifyReply> {
  if (step.kind === 'go') return reply.redirect(step.url, 303)
  if ('form' in step && step.form) return page(reply, onwardPage(step.form))
  const found = step.kind === 'correct' ? step.problems : []
  const problems = Object.fromEntries(found.map(({ field, message }) => [field, message]))
  return drawTill(request, reply.code(422), way, order, { ...visit, typed: request.body, problems })
}

/** Whose visit this is; a browser that comes for the first time is made a customer of its own. */
export function visitOf(request: FastifyRequest, reply: FastifyReply, tollgate: Tollgate): Visit {
  const known = customerOf(request.headers.cookie)
  const customerId = known ?? newCustomerId()
  if (known === undefined) reply.header('set-cookie', customerCookie(customerId))
  return { tollgate, customerId }
}
