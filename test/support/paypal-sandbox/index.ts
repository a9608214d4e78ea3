import type { Credentials } from '#domain/credentials.ts'
import { Secret } from '#domain/secret.ts'
import { EVENTS } from '#providers/paypal/probe.ts'
import { Conduct } from '../provider-sandbox/behavior.ts'
import { readDefinition } from '../provider-sandbox/definition.ts'
import { openSandboxServer, type SandboxRequest } from '../provider-sandbox/server.ts'
import { Access, CLIENT_ID, CLIENT_SECRET } from './access.ts'
import { orderJson, refundJson, refused } from './answers.ts'
import { Book, type Order, type Refund } from './book.ts'
import { openNotices, type SandboxNotice, WEBHOOK_ID } from './notices.ts'
import { orderRoutes } from './orders.ts'
import { refundRoutes } from './refunds.ts'

const DEFINITIONS = {
  '/v2/checkout': readDefinition('paypal-checkout-orders-v2.json'),
  '/v2/payments': readDefinition('paypal-payments-v2.json'),
  '/v1/notifications': readDefinition('paypal-webhooks-v1.json'),
}

interface Options {
  /** URL for notices; they are stored in any case. */
  readonly noticeUrl?: string
}

/** PayPal as far as the connector knows it: orders, captures, refunds, tokens, webhooks, notices. */
export async function openPayPalSandbox({ noticeUrl }: Options = {}) {
  const [book, conduct, access, signer] = [new Book(), new Conduct(), new Access(), openNotices()]
  const requests: string[] = []
  const notices: { readonly attemptId: string | null; readonly notice: SandboxNotice }[] = []

  function send(attemptId: string | null, notice: SandboxNotice): void {
    notices.push({ attemptId, notice })
    if (noticeUrl === undefined) return
    const body = new Uint8Array(notice.body)
    fetch(noticeUrl, { method: 'POST', headers: notice.headers, body }).catch(() => undefined)
  }
  function announceOrder(type: string, order: Order): void {
    const json = orderJson(book, order)
    const resource = type.startsWith('CHECKOUT') ? json : captureOf(json, order.id)
    send(order.attemptId, signer.noticeOf(type, type.startsWith('CHECKOUT') ? 'checkout-order' : 'capture', resource))
  }
  function announceRefund(type: string, refund: Refund): void {
    send(refund.attemptId, signer.noticeOf(type, 'refund', refundJson(refund)))
  }

  const routes = {
    ...orderRoutes(book, conduct, announceOrder),
    ...refundRoutes(book, conduct, announceRefund),
    'GET /v1/notifications/webhooks': () => ({ status: 200, body: { webhooks: [webhook] } }),
  }
  const webhook = {
    id: WEBHOOK_ID,
    url: 'https://gateway.example/provider-notices/paypal/acc',
    event_types: EVENTS.map((name) => ({ name })),
  }
  const server = await openSandboxServer({
    routes: { 'POST /v1/oauth2/token': (request: SandboxRequest) => access.issue(request), ...access.guard(routes) },
    definitionOf(route) {
      const path = route.split(' ')[1]!
      const [, definition] = Object.entries(DEFINITIONS).find(([prefix]) => path.startsWith(prefix)) ?? []
      return definition && { definition, path }
    },
    refuse: () => refused('INVALID_PARAMETER_SYNTAX'),
    parse(text) {
      requests.push(text)
      return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined
    },
  })

  return {
    ...server,
    book,
    access,
    signer,
    webhook,
    /** The bodies of all requests. */
    requests,
    credentials: credentialsWith({ webhook_certificate: signer.certificate }),
    orderIdOf: (attemptId: string) => book.orderOf(attemptId)?.id ?? null,
    netCharges: async (attemptId: string) => book.netCharges(attemptId),
    noticesOf: async (attemptId: string) =>
      notices.filter((one) => one.attemptId === attemptId).map(({ notice }) => notice),
    /** Approves on PayPal's page, with another way to pay if one was declined. */
    approve(attemptId: string): void {
      const order = book.orderOf(attemptId)
      if (!order || order.status === 'COMPLETED') return
      if (order.status === 'APPROVED') order.isDeclined = false
      order.status = 'APPROVED'
      announceOrder('CHECKOUT.ORDER.APPROVED', order)
    },
    /** PayPal decides about a capture that was pending, or a refund fails after all. */
    settleCapture(attemptId: string, status: 'COMPLETED' | 'DECLINED'): void {
      const order = book.orderOf(attemptId)!
      order.capture!.status = status
      announceOrder(status === 'DECLINED' ? 'PAYMENT.CAPTURE.DENIED' : 'PAYMENT.CAPTURE.COMPLETED', order)
    },
    settleRefund(attemptId: string, status: Refund['status']): void {
      const refund = book.refundOf(attemptId)!
      refund.status = status
      announceRefund(`PAYMENT.REFUND.${status}`, refund)
    },
  }
}

export function credentialsWith(others: Readonly<Record<string, string>>): Credentials {
  const all = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, webhook_id: WEBHOOK_ID, ...others }
  const entries = Object.entries(all).map(([name, value]) => [name, { current: new Secret(value), previous: null }])
  return Object.fromEntries(entries)
}

function captureOf({ purchase_units: [unit] }: ReturnType<typeof orderJson>, order_id: string) {
  return { ...unit!.payments?.captures[0], supplementary_data: { related_ids: { order_id } } }
}
