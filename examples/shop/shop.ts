import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { Tollgate, verifyWebhook } from '#client/index.ts'
import { basketCookie, readBasket, withBags } from './basket.ts'
import type { CardForm } from './card-form.ts'
import { Checkout } from './checkout.ts'
import type { DemoAccess } from './demo-access.ts'
import { Orders } from './orders.ts'
import { checkoutPage } from './pages/checkout-page.ts'
import { frontPage } from './pages/front-page.ts'
import { resultPage } from './pages/result-page.ts'
import { addAssets, addFailures, addHeaders, page } from './plumbing.ts'

type Form = { Body: CardForm; Params: { order: string }; Querystring: { order?: string } }

/** A small coffee shop on the gateway's direct card API. */
export async function buildShop(access: DemoAccess): Promise<FastifyInstance> {
  const { merchant } = access
  const tollgate = new Tollgate({
    baseUrl: access.base_url,
    authUrl: access.auth_url,
    realm: access.realm,
    clientId: merchant.client_id,
    clientSecret: merchant.client_secret,
    publicKey: merchant.public_key,
  })
  const shop = fastify()
  await shop.register(formbody)
  // A webhook's signature covers its bytes, so JSON is left unread.
  shop.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  addHeaders(shop, access.base_url)
  addFailures(shop)
  addAssets(shop)
  addShelves(shop)
  addCheckout(shop, new Checkout(tollgate, access), new Orders(), merchant.webhook_secret)
  return shop
}

/** The front page and its basket. */
function addShelves(shop: FastifyInstance): void {
  shop.get('/', (request, reply) => page(reply, frontPage(readBasket(request.headers.cookie))))
  shop.post<Form>('/basket', (request, reply) => {
    const { coffee = '', more = '1' } = request.body
    const basket = withBags(readBasket(request.headers.cookie), coffee, Number(more) || 0)
    return reply.header('set-cookie', basketCookie(basket)).redirect('/#basket', 303)
  })
}

/** Everything from the card form to the outcome. */
function addCheckout(shop: FastifyInstance, checkout: Checkout, orders: Orders, webhookSecret: string): void {
  shop.get('/api', (request, reply) => page(reply, checkoutPage(basketOf(request), request.headers.accept ?? '*/*')))
  shop.post<Form>('/api', (request) => {
    const order = orders.place(basketOf(request), request.body.challenge === 'frame' ? 'frame' : 'page')
    const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] ?? 'unknown' }
    return checkout.pay(order, request.body, visitor)
  })
  shop.post<Form>('/api/:order/fingerprint', (request, reply) => {
    const order = orders.find(request.params.order)
    return order ? checkout.fingerprintDone(order) : reply.callNotFound()
  })
  shop.post<Form>('/api/:order/challenge', (request, reply) => {
    const order = orders.find(request.params.order)
    return order ? checkout.challengeDone(order, request.body.trans_status) : reply.callNotFound()
  })
  shop.get<Form>('/result', async (request, reply) => {
    const order = orders.find(request.query.order)
    if (!order) return reply.callNotFound()
    const transaction = await checkout.transactionOf(order)
    if (transaction?.approved) reply.header('set-cookie', basketCookie([]))
    return page(reply, resultPage(order, transaction))
  })
  shop.get<Form>('/result/state', async (request, reply) => {
    const order = orders.find(request.query.order)
    if (!order) return reply.callNotFound()
    const transaction = await checkout.transactionOf(order)
    return { status: transaction?.status ?? '', event: order.event?.event ?? '' }
  })
  shop.post<{ Body: Buffer }>('/webhooks', (request, reply) => {
    orders.note(verifyWebhook(webhookSecret, request.headers, request.body))
    return reply.code(204).send()
  })
}

/** Who comes to the till with an empty basket gets a bag of the house blend put in. */
function basketOf(request: FastifyRequest) {
  const basket = readBasket(request.headers.cookie)
  return basket.length > 0 ? basket : withBags([], 'house', 1)
}
