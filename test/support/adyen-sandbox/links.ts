import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import type { Book, Lines, Link, LinkRequest } from './book.ts'
import { refusedAs } from './faults.ts'
import { MERCHANT_ACCOUNT, type NoticeSender } from './notices.ts'
import { pay, tellOfPayment } from './payments.ts'

/** `POST /paymentLinks`. */
export function makeLink(book: Book, _notices: NoticeSender, { body }: SandboxRequest): SandboxAnswer {
  const request = body as LinkRequest
  if (request.merchantAccount !== MERCHANT_ACCOUNT) return refusedAs(403, '901', 'security')
  if (isKlarna(request) && !addUp(request.lineItems, request.amount.value))
    return refusedAs(422, '14_0413', 'validation')
  const id = `PL${book.newReference()}`
  const link: Link = { id, url: `https://test.adyen.link/${id}`, request, status: 'active' }
  book.links.push(link)
  return { status: 201, body: shown(link) }
}

/** `GET /paymentLinks/{link}`. */
export function showLink(book: Book, _notices: NoticeSender, { params }: SandboxRequest): SandboxAnswer {
  const link = book.links.find(({ id }) => id === params.link)
  return link ? { status: 200, body: shown(link) } : refusedAs(422, '14_0408', 'validation')
}

/** `PATCH /paymentLinks/{link}`: only a link whose payment has not begun can be ended. */
export function expireLink(book: Book, _notices: NoticeSender, { params }: SandboxRequest): SandboxAnswer {
  const link = book.links.find(({ id }) => id === params.link)
  if (link?.status !== 'active' && link?.status !== 'expired') return refusedAs(422, '14_0407', 'validation')
  link.status = 'expired'
  return { status: 200, body: shown(link) }
}

/** Klarna accepts a payment or a partial refund only with lines that add up to its amount. */
export function isKlarna({ allowedPaymentMethods = [] }: LinkRequest): boolean {
  return allowedPaymentMethods.includes('klarna')
}

export function addUp(lines: Lines = [], value: number): boolean {
  return lines.reduce((sum, { quantity, amountIncludingTax }) => sum + quantity * amountIncludingTax, 0) === value
}

function shown({ id, url, status, request }: Link): object {
  return { ...request, id, url, status }
}

/** Acts as the shopper on a link's page; an action that is no longer possible does nothing. */
export function useLink(book: Book, notices: NoticeSender, reference: string, deed: Deed, value?: number): void {
  const link = book.links.find(({ request }) => request.reference === reference)
  if (!link || !['active', 'paymentPending'].includes(link.status)) return
  if (deed === 'begin') link.status = 'paymentPending'
  if (deed === 'expire') link.status = 'expired'
  if (deed !== 'pay' && deed !== 'fail') return
  const isAuthorised = deed === 'pay'
  const payment = pay(book, { reference, ...link.request.amount, isAuthorised, isCaptured: true })
  if (isAuthorised) link.status = 'completed'
  tellOfPayment(notices, payment, value)
}

/** `fail` is a payment that was refused: another may follow. */
export type Deed = 'pay' | 'fail' | 'begin' | 'expire'
