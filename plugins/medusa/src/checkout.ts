import { giveBack, isGivenBack, type Session, type Tollgate, TollgateError, type Transaction } from '@tollgate/client'
import type { Options } from './options.ts'
import { returnUrlOf } from './options.ts'

/** What the shop keeps of a payment. Its storefront reads it, so it has no secret, and nothing is believed because of it. */
export interface Kept {
  readonly tollgate_session: string
  /** Page to send the shopper to. */
  readonly url: string
  readonly transaction?: string
  readonly masked?: string | null
  readonly brand?: string | null
}

/** Payment that the shop wants. */
export interface Wanted {
  /** The shop's own ID of it: `payses_…`. */
  readonly paymentSession: string
  readonly amount: bigint
  readonly currency: string
  readonly returnUrl?: unknown
  readonly customer?: { readonly id?: string; readonly email?: string | null } | undefined
}

/** `requires_more`: the shopper or a bank has yet to act. An order is made of nothing but money that is there. */
export type ShopStatus = 'requires_more' | 'authorized' | 'captured' | 'canceled'

export interface Standing {
  readonly status: ShopStatus
  readonly transaction?: Transaction
}

/** Opens the gateway's page for a payment; the same payment again is the same page. */
export async function openPage(tollgate: Tollgate, options: Options, wanted: Wanted): Promise<Kept> {
  const { paymentSession, amount, currency, customer } = wanted
  const session = await tollgate.sessions.create(
    {
      ...{ terminal_id: options.terminalId, reference: paymentSession, amount, currency },
      description: options.description ?? 'Order',
      transaction_type: options.capture ? 'PURCHASE' : 'AUTHORIZE',
      return_url: returnUrlOf(options, wanted.returnUrl),
      customer: customer ?? null,
      metadata: { medusa_session: paymentSession },
      tokenization: customer?.id ? { save_card_for_future_payments: options.saveCards ?? false } : null,
    },
    { idempotencyKey: `medusa-${paymentSession}-${amount}` },
  )
  return { tollgate_session: session.id, url: session.hosted_payment_page_url }
}

/** How a payment stands at the gateway now. */
export async function standingOf(tollgate: Tollgate, kept: Partial<Kept> | undefined): Promise<Standing> {
  if (!kept?.tollgate_session) return { status: 'canceled' }
  const session = await tollgate.sessions.show(kept.tollgate_session)
  if (session.status === 'CANCELED' || session.status === 'SESSION_EXPIRED') return { status: 'canceled' }
  const transaction = await approvedOf(tollgate, session)
  if (!transaction) return { status: 'requires_more' }
  return { status: session.transaction_type === 'AUTHORIZE' ? 'authorized' : 'captured', transaction }
}

async function approvedOf(tollgate: Tollgate, { status, transaction_id }: Session): Promise<Transaction | undefined> {
  if (status !== 'APPROVED' || transaction_id === null) return undefined
  return (await tollgate.transactionStatus(transaction_id)).transaction ?? undefined
}

/**
 * As `standingOf`, but a payment of another sum than the order's is given back: its basket changed while it was paid. One
 * that was given back pays for nothing any more.
 * @param due what the shop's own books ask for now
 */
export async function authorize(
  tollgate: Tollgate,
  kept: Partial<Kept> | undefined,
  due: Pick<Wanted, 'amount' | 'currency'>,
): Promise<Standing> {
  const standing = await standingOf(tollgate, kept)
  const { transaction } = standing
  if (!transaction) return standing
  const isDue = transaction.amount === due.amount && transaction.currency === due.currency
  if (isDue && !(await isGivenBack(tollgate, transaction.id))) return standing
  await giveBack(tollgate, transaction.id)
  return { status: 'canceled' }
}

/**
 * Closes a page that must not be paid any more, and gives back what was paid on it. What a bank has yet to confirm cannot
 * be stopped: `orphan` gives it back when it comes.
 * @throws TollgateError if money could not be given back, or the gateway did not answer
 */
export async function closePage(tollgate: Tollgate, kept: Partial<Kept> | undefined): Promise<void> {
  if (!kept?.tollgate_session) return
  try {
    await tollgate.sessions.cancel(kept.tollgate_session)
  } catch (error) {
    if (!(error instanceof TollgateError) || error.status !== 422) throw error
    const { transaction } = await standingOf(tollgate, kept)
    if (transaction) await giveBack(tollgate, transaction.id)
  }
}
