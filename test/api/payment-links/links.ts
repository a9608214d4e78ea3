import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'

export const CARD = { method: 'card', number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123' }

/** A complete link body; `changes` replace top-level fields, undefined removes one. */
export function linkBody(merchant: TestMerchant, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    terminal_id: merchant.terminalId,
    reference: newReference(),
    description: 'Pottery workshop',
    currency: 'EUR',
    amount: 4900,
    metadata: NOT_ENROLLED,
    ...changes,
  }
}

export function postLink(merchant: TestMerchant, changes: Record<string, unknown> = {}) {
  return merchant.call('POST', '/api/payment-links', { body: linkBody(merchant, changes) })
}

/** Creates a link. @throws if it is refused */
export async function createLink(merchant: TestMerchant, changes: Record<string, unknown> = {}) {
  const { status, body, text } = await postLink(merchant, changes)
  if (status !== 201) throw new Error(`The link was refused: ${text}`)
  return body
}

export async function readLink(merchant: TestMerchant, id: string) {
  return (await merchant.call('GET', `/api/payment-links/${id}`)).body
}

export function changeLink(merchant: TestMerchant, id: string, body: Record<string, unknown>) {
  return merchant.call('PATCH', `/api/payment-links/${id}`, { body })
}

/** A shopper's browser without script. */
export async function visit(url: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { 'accept-language': 'en-US', ...headers },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    location: answer.headers.get('location') ?? '',
    html: await answer.text(),
  }
}

/** Presses Pay on a link's page. @returns URL of the hosted page */
export async function openHostedPage(url: string, form: Record<string, string> = {}): Promise<string> {
  const { status, location, html } = await visit(url, form)
  if (status !== 303) throw new Error(`The page answered ${status}: ${html}`)
  return location.split('?')[0]!
}

/** Pays a link with a card, from its page to the return. */
export async function payLink(url: string, form: Record<string, string> = {}) {
  return visit(`${await openHostedPage(url, form)}/pay`, CARD)
}
