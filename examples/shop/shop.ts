import formbody from '@fastify/formbody'
import { Tollgate, verifyWebhook } from '@tollgate/client'
import fastify, { type FastifyInstance } from 'fastify'
import { basketCookie, readBasket, withBags } from './basket.ts'
import { addBrowserCheckouts } from './browser-checkouts.ts'
import { Checkout } from './checkout.ts'
import { addCheckoutRoutes, shopperOf } from './checkout-routes.ts'
import type { DemoAccess } from './demo-access.ts'
import { Orders } from './orders.ts'
import { frontPage } from './pages/front-page.ts'
import { resultPage } from './pages/result-page.ts'
import type { Form } from './payment-options/payment-option.ts'
import { REMOVE_PATH, savedCardOption } from './payment-options/saved-card.ts'
import { savedCards } from './saved-cards.ts'
import { addAssets, addErrorPages, addHeaders, page } from './server-setup.ts'
import { addSubscription } from './subscription.ts'
import { addTasting } from './tasting.ts'
import { addWalletSheet } from './wallet-sheet.ts'

type ShopRoute = { Body: Form; Params: { order: string }; Querystring: { order?: string } }

/**
 * A small coffee shop that takes every payment option: by the direct API, in embedded fields and on the hosted page.
 */
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
  addErrorPages(shop)
  addAssets(shop)
  const checkout = new Checkout(tollgate, access)
  const orders = new Orders()
  addFrontPage(shop)
  addCheckoutRoutes(shop, tollgate, checkout, orders)
  addBrowserCheckouts(shop, tollgate, access, orders)
  addWalletSheet(shop, tollgate, orders)
  addSubscription(shop, tollgate, access, orders)
  addTasting(shop, tollgate, access, orders)
  addCardRemoval(shop, tollgate)
  addSteps(shop, checkout, orders)
  addOutcome(shop, checkout, orders, merchant.webhook_secret)
  return shop
}

/** The front page and its basket. */
function addFrontPage(shop: FastifyInstance): void {
  shop.get('/', (request, reply) => page(reply, frontPage(readBasket(request.headers.cookie))))
  shop.post<ShopRoute>('/basket', (request, reply) => {
    const { coffee = '', more = '1' } = request.body
    const basket = withBags(readBasket(request.headers.cookie), coffee, Number(more) || 0)
    return reply.header('set-cookie', basketCookie(basket)).redirect('/#basket', 303)
  })
}

/** Removes one of the shopper's own cards. A card that was removed before is no error. */
function addCardRemoval(shop: FastifyInstance, tollgate: Tollgate): void {
  shop.post<ShopRoute>(REMOVE_PATH, async (request, reply) => {
    const cards = await savedCards(shopperOf(request, reply, tollgate))
    const card = cards.find(({ token }) => token === request.body.token)
    if (card) await tollgate.paymentMethods.delete(card.token)
    return reply.redirect(savedCardOption.path, 303)
  })
}

/** The two steps of 3-D Secure, as the script reports them. */
function addSteps(shop: FastifyInstance, checkout: Checkout, orders: Orders): void {
  shop.post<ShopRoute>('/api/:order/fingerprint', (request, reply) => {
    const order = orders.find(request.params.order)
    return order ? checkout.fingerprintDone(order) : reply.callNotFound()
  })
  shop.post<ShopRoute>('/api/:order/challenge', (request, reply) => {
    const order = orders.find(request.params.order)
    return order ? checkout.challengeDone(order, request.body.trans_status) : reply.callNotFound()
  })
}

/** The outcome of an order: what the status endpoint says, and the event that arrives by webhook. */
function addOutcome(shop: FastifyInstance, checkout: Checkout, orders: Orders, webhookSecret: string): void {
  shop.get<ShopRoute>('/result', async (request, reply) => {
    const order = orders.find(request.query.order)
    if (!order) return reply.callNotFound()
    const transaction = await checkout.transactionOf(order)
    if (transaction?.approved) reply.header('set-cookie', basketCookie([]))
    return page(reply, resultPage(order, transaction))
  })
  shop.get<ShopRoute>('/result/state', async (request, reply) => {
    const order = orders.find(request.query.order)
    if (!order) return reply.callNotFound()
    const transaction = await checkout.transactionOf(order)
    return { status: transaction?.status ?? '', event: order.event?.event ?? '' }
  })
  shop.post<{ Body: Buffer }>('/webhooks', (request, reply) => {
    orders.recordEvent(verifyWebhook(webhookSecret, request.headers, request.body))
    return reply.code(204).send()
  })
}
