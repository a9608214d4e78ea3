import { readDefinition } from '../provider-sandbox/definition.ts'
import { openSandboxServer, type SandboxAnswer, type SandboxRequest } from '../provider-sandbox/server.ts'
import { openBook } from './book.ts'
import { laterWord, openOrders, refusedAs } from './faults.ts'
import { openMemory } from './idempotency.ts'
import { type Deed, expireLink, makeLink, showLink, useLink } from './links.ts'
import { cancelByReference, failLate, modify } from './modifications.ts'
import { openNotices } from './notices.ts'
import { listMethods, pay, takePayment, tellOfPayment } from './payments.ts'
import {
  asTransferError,
  cancelTransfers,
  listTransfers,
  makeTransfer,
  moveTransfer,
  showTransfer,
} from './transfers.ts'

export { HMAC_KEY, MERCHANT_ACCOUNT, TRANSFERS_HMAC_KEY } from './notices.ts'

/** Made up for the sandbox. */
export const API_KEY = 'AQEsandbox-checkout-key-of-the-tests'
export const TRANSFERS_API_KEY = 'AQEsandbox-transfers-key-of-the-tests'

type Handler = (book: Book, notices: Notices, request: SandboxRequest, word: string) => SandboxAnswer
type Book = ReturnType<typeof openBook>
type Notices = ReturnType<typeof openNotices>

const PAYMENT = '/payments/{payment}'
const HANDLERS: Readonly<Record<string, Handler>> = {
  'POST /v72/paymentMethods': listMethods,
  'POST /v72/payments': takePayment,
  [`POST /v72${PAYMENT}/captures`]: modify('captures'),
  [`POST /v72${PAYMENT}/refunds`]: modify('refunds'),
  [`POST /v72${PAYMENT}/cancels`]: modify('cancels'),
  [`POST /v72${PAYMENT}/reversals`]: modify('reversals'),
  'POST /v72/cancels': cancelByReference,
  'POST /v72/paymentLinks': makeLink,
  'GET /v72/paymentLinks/{link}': showLink,
  'PATCH /v72/paymentLinks/{link}': expireLink,
  'POST /btl/v4/transfers': makeTransfer,
  'GET /btl/v4/transfers': listTransfers,
  'GET /btl/v4/transfers/{transfer}': showTransfer,
  'POST /btl/v4/transfers/cancel': cancelTransfers,
}

const checkout = readDefinition('adyen-checkout-v72.json')
const transfers = readDefinition('adyen-transfers-v4.json')
const PARAMETERS = { '{payment}': '{paymentPspReference}', '{link}': '{linkId}', '{transfer}': '{id}' }

export type AdyenSandbox = Awaited<ReturnType<typeof openAdyenSandbox>>

/** Adyen as the connector meets it: a book, idempotency keys, notices, and what goes wrong when ordered. */
export async function openAdyenSandbox() {
  const [book, notices, orders] = [openBook(), openNotices(), openOrders()]
  const requests: string[] = []
  const answerOnce = openMemory()
  const answer = (handler: Handler, key: string) => async (request: SandboxRequest) => {
    requests.push(JSON.stringify([request.text, request.headers]))
    if (request.headers['x-api-key'] !== key) return refusedAs(401, '000', 'security')
    const word = orders.wordFor(Object(request.body)) || laterWord(book, request.params.payment)
    return answerOnce(request.headers['idempotency-key'], word, () => handler(book, notices, request, word))
  }
  const routes = Object.entries(HANDLERS).map(([route, handler]) => {
    if (!isOfTransfers(route)) return [route, answer(handler, API_KEY)]
    const ask = answer(handler, TRANSFERS_API_KEY)
    return [route, async (request: SandboxRequest) => asTransferError(await ask(request))]
  })
  const server = await openSandboxServer({
    routes: Object.fromEntries(routes),
    definitionOf,
    refuse: ([problem]) => refusedAs(422, '702', problem ?? ''),
    parse: (text) => (text === '' ? undefined : JSON.parse(text)),
  })
  return {
    origin: server.origin,
    complaints: () => [...server.complaints, ...notices.complaints],
    book,
    notices,
    requests,
    order: orders.order,
    close: () => server.close(),
    noticesOf: async (reference: string) => notices.sent.filter(({ attemptId }) => attemptId === reference),
    netCharges: async (reference: string) => book.netCharges(reference),
    useLink: (reference: string, deed: Deed, value?: number) => useLink(book, notices, reference, deed, value),
    failLate: (reference: string) => failLate(book, reference),
    /** Executes a payment late, and sends its notice. */
    payLate: (reference: string, value: number, currency: string) =>
      tellOfPayment(notices, pay(book, { reference, value, currency, isAuthorised: true, isCaptured: true })),
    /** The notice of a payment that was kept back. */
    tellOfPayment(reference: string, isAuthorised = true) {
      const payment = book.payments.find((one) => one.reference === reference)!
      tellOfPayment(notices, Object.assign(payment, { isAuthorised }))
    },
    moveTransfer(reference: string, status: string, reason?: string) {
      moveTransfer(notices, book.transfers.find((one) => one.reference === reference)!, status, reason)
    },
  }
}

function definitionOf(route: string) {
  const [, path] = route.split(/ \/(?:v72|btl\/v4)/)
  const named = Object.entries(PARAMETERS).reduce((text, [ours, theirs]) => text.replace(ours, theirs), path!)
  const definition = isOfTransfers(route) ? transfers : checkout
  // Its definition says nothing of the body of this answer, and the judge wants one.
  return path === '/transfers/cancel' ? undefined : { definition, path: named }
}

function isOfTransfers(route: string): boolean {
  return route.includes('/btl/')
}
