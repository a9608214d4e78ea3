import type { Credentials } from '#domain/credentials.ts'
import { Secret } from '#domain/secret.ts'
import { Conduct } from '../provider-sandbox/behavior.ts'
import { readDefinition } from '../provider-sandbox/definition.ts'
import { openSandboxServer, type SandboxAnswer, type SandboxRequest } from '../provider-sandbox/server.ts'
import { linkJson, paymentJson, refundJson, refused, transferJson } from './answers.ts'
import { Book, newNumber, type Refund, type Try } from './book.ts'
import { linkRoutes } from './links.ts'
import { noticeOf, type SandboxNotice } from './notices.ts'
import { transferRoutes } from './transfers.ts'

const KEYS = {
  client_id: 'TEST430329ae80e0f32e41a393d78b923034',
  client_secret: 'cfsk_ma_test_0123456789abcdef_payments',
  payout_client_id: 'CF430329TESTPAYOUT',
  payout_client_secret: 'cfsk_ma_test_0123456789abcdef_payouts',
}

const DEFINITIONS = {
  '/pg': readDefinition('cashfree-pg-2025-01-01.json'),
  '/payout': readDefinition('cashfree-payouts-2024-01-01.json'),
}

interface Options {
  /** URL for notices; they are stored in any case. */
  readonly noticeUrl?: string
}

/** Cashfree as far as the connector knows it: links with their orders, payments and refunds, transfers, notices. */
export async function openCashfreeSandbox({ noticeUrl }: Options = {}) {
  const [book, conduct] = [new Book(), new Conduct()]
  const requests: string[] = []
  const notices: { readonly attemptId: string; readonly notice: SandboxNotice }[] = []

  function send(attemptId: string, notice: SandboxNotice): void {
    notices.push({ attemptId, notice })
    if (noticeUrl === undefined) return
    const body = new Uint8Array(notice.body)
    fetch(noticeUrl, { method: 'POST', headers: notice.headers, body }).catch(() => undefined)
  }

  const server = await openSandboxServer({
    routes: guarded({ ...linkRoutes(book, conduct), ...transferRoutes(book, conduct) }),
    definitionOf(route) {
      const [, product, path] = /^\w+ (\/pg|\/payout)(.+)$/.exec(route)!
      return { definition: DEFINITIONS[product as keyof typeof DEFINITIONS], path: path! }
    },
    refuse: () => refused(400, 'request_invalid'),
    parse(text) {
      requests.push(text)
      return text.startsWith('{') ? JSON.parse(text) : undefined
    },
  })

  return {
    ...server,
    book,
    /** The bodies of all requests. */
    requests,
    keys: KEYS,
    credentials: credentialsWith({}),
    netCharges: async (attemptId: string) => book.netCharges(attemptId),
    noticesOf: async (attemptId: string) =>
      notices.filter((one) => one.attemptId === attemptId).map(({ notice }) => notice),
    /** Pays on the page of a link, if it is open. @param raw NPCI's code of a failure */
    pay(attemptId: string, status: Try['status'] = 'SUCCESS', raw: string | null = null): void {
      const link = book.links.get(attemptId)
      if (link?.status !== 'ACTIVE') return
      const made: Try = { orderId: `order_${newNumber()}`, at: new Date(), status, raw }
      link.tries.push(made)
      if (status === 'SUCCESS') link.status = 'PAID'
      const order = { order_id: made.orderId, order_tags: { link_id: attemptId } }
      const data = { order, payment: paymentJson(link, made) }
      send(attemptId, noticeOf(KEYS.client_secret, `PAYMENT_${status}_WEBHOOK`, data))
      if (status === 'SUCCESS') send(attemptId, noticeOf(KEYS.client_secret, 'PAYMENT_LINK_EVENT', linkJson(link)))
    },
    /** The payer's bank decides about a payment that was pending, also where the link was canceled meanwhile. */
    settlePayment(attemptId: string, status: Try['status']): void {
      const link = book.links.get(attemptId)!
      link.tries.at(-1)!.status = status
      if (status === 'SUCCESS' && link.status === 'ACTIVE') link.status = 'PAID'
    },
    settleRefund(refundId: string, refund_status: Refund['status']): void {
      const refund = book.refunds.get(refundId)!
      refund.status = refund_status
      send(refundId, noticeOf(KEYS.client_secret, 'REFUND_STATUS_WEBHOOK', { refund: refundJson(refund) }))
    },
    settleTransfer(attemptId: string, status: string, code = status): void {
      const transfer = Object.assign(book.transfers.get(attemptId.replace('_', ''))!, { status, code })
      send(attemptId, noticeOf(KEYS.payout_client_secret, `TRANSFER_${status}`, transferJson(transfer)))
    },
  }
}

export function credentialsWith(others: Readonly<Partial<typeof KEYS>>): Credentials {
  const entries = Object.entries({ ...KEYS, ...others }).map(([name, value]) => {
    return [name, { current: new Secret(value), previous: null }]
  })
  return Object.fromEntries(entries)
}

type Handler = (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer>

/** The handlers, for those who show the keys of the product. */
function guarded(routes: Readonly<Record<string, Handler>>): Record<string, Handler> {
  const unauthorized = { status: 401, raw: '{"message":"authentication Failed","code":"request_failed"}' } as const
  const entries = Object.entries(routes).map(([route, handle]): [string, Handler] => {
    const isPayout = route.includes(' /payout')
    const [id, secret] = isPayout
      ? [KEYS.payout_client_id, KEYS.payout_client_secret]
      : [KEYS.client_id, KEYS.client_secret]
    const isShown = ({ headers }: SandboxRequest) =>
      headers['x-client-id'] === id && headers['x-client-secret'] === secret
    return [route, (request) => (isShown(request) ? handle(request) : unauthorized)]
  })
  return Object.fromEntries(entries)
}
