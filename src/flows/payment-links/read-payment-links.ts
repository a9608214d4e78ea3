import { type Page, toPage } from '#domain/page.ts'
import { isFull, type PaymentLinkState } from '#domain/payment-link.ts'
import { orNotFound } from '#domain/problem.ts'
import { findPaymentLink, listPaymentLinks, type PaymentLinkFilter } from '#store/payment-links/payment-links.ts'
import type { Gateway } from '../gateway.ts'

/** @throws RequestError `not-found`, also for another merchant's */
export async function showPaymentLink({ sql }: Gateway, merchantId: string, id: string): Promise<PaymentLinkState> {
  return orNotFound(await findPaymentLink(sql, merchantId, id), 'payment link')
}

/** Finds a link of any merchant. @throws RequestError `not-found` */
export async function openPaymentLink({ sql }: Gateway, id: string): Promise<PaymentLinkState> {
  return orNotFound(await findPaymentLink(sql, undefined, id), 'payment link')
}

/** True if a payment of the link can begin now. An expired link still accepts those of its open sessions. */
export async function acceptsPayment(gateway: Gateway, id: string): Promise<boolean> {
  const state = await openPaymentLink(gateway, id)
  return !state.isDisabled && !isFull(state)
}

/** Newest first (docs/reference/payment-links.md#the-list). @throws RequestError `unavailable` if too many lists are read */
export async function readPaymentLinks(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  filter: PaymentLinkFilter,
  limit: number,
): Promise<Page<PaymentLinkState>> {
  const states = await reads.read((sql) => listPaymentLinks(sql, merchantId, filter, limit + 1))
  const rows = states.map((state) => ({ createdAt: state.link.createdAt, id: state.link.paymentLinkId, state }))
  const { items, next } = toPage(rows, limit)
  return { items: items.map(({ state }) => state), next }
}

export function paymentLinkUrl({ settings }: Gateway, id: string): string {
  return `${settings.baseUrl}/pay/${id}`
}
