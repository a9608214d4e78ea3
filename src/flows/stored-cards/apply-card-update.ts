import { expiryFaults } from '#domain/card-rules.ts'
import { type CardUpdate, isLater } from '#domain/card-update.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { Transaction } from '#domain/transaction.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import type { InquiryAnswer } from '#providers/port/provider.ts'
import { lockAgreementsOf, updateAgreement } from '#store/agreements/agreements.ts'
import type { Sql } from '#store/connection/database.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { lockPaymentMethod } from '#store/customers/card-upkeep.ts'
import type { StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import type { Gateway } from '../gateway.ts'
import { expiryIn, openStoredCard } from './card-at-rest.ts'
import { cardExpiry } from './card-expiry.ts'
import { replaceCard } from './replace-card.ts'

/**
 * Updates the stored card of a payment with its issuer's report (docs/reference/customers.md#renewed-cards). A repeated
 * report changes nothing, so an inquiry may have it again.
 * @param instrument that was charged, if this process knows it
 */
export async function applyCardUpdate(
  gateway: Gateway,
  payment: Transaction,
  answer: InquiryAnswer | 'unknown',
  instrument?: Instrument,
): Promise<void> {
  const update = answer !== 'unknown' && 'outcome' in answer ? answer.outcome.cardUpdate : undefined
  const { token } = payment.paymentMethod
  if (!update || token === null || !isNews(update, instrument)) return
  const today = await readTestClock(gateway.sql, payment.merchantId)
  if (update.kind === 'expiry' && isOutOfRange(update.expiry, today)) return
  await retryOnDeadlock(() => gateway.sql.begin((sql) => applyLocked(gateway, sql, payment, token, update)))
}

/** True unless a provider repeats the expiry that it was sent. */
function isNews(update: CardUpdate, instrument?: Instrument): boolean {
  if (update.kind !== 'expiry' || instrument?.kind !== 'card') return true
  return isLater(update.expiry, expiryIn(instrument.card))
}

/** True for an expiry that would be rejected from the merchant, too. */
function isOutOfRange({ month, year }: Extract<CardUpdate, { kind: 'expiry' }>['expiry'], today: Date): boolean {
  return expiryFaults({ expirationMonth: String(month), expirationYear: String(year) }, today).length > 0
}

async function applyLocked(
  gateway: Gateway,
  sql: Sql,
  { merchantId, id: transactionId }: Transaction,
  token: string,
  update: CardUpdate,
): Promise<void> {
  const closes = update.kind === 'issuer' && update.update === 'CLOSED'
  if (closes) await suspendAgreements(gateway, sql, merchantId, token)
  const stored = await lockPaymentMethod(sql, merchantId, token)
  const card = stored && openStoredCard(gateway, stored)
  if (!card) return
  const changed = { updatedBy: 'PROVIDER', transactionId } as const
  if (update.kind === 'issuer') {
    if (stored.issuerUpdate === update.update) return
    return replaceCard(gateway, sql, { stored, card, issuerUpdate: update.update, changed })
  }
  if (!renews(update, stored) || !isLater(update.expiry, expiryIn(card))) return
  const { month: expirationMonth, year: expirationYear } = update.expiry
  const renewed = { ...card, expirationMonth, expirationYear }
  await replaceCard(gateway, sql, { stored, card: renewed, issuerUpdate: stored.issuerUpdate, changed })
}

/** True if an expiry is that of the stored number. */
function renews({ lastFour }: Extract<CardUpdate, { kind: 'expiry' }>, { masked }: StoredPaymentMethod): boolean {
  return lastFour === undefined || masked.endsWith(lastFour)
}

/** A closed card is no longer charged; the agreement is locked before its card, as by payments. */
async function suspendAgreements(gateway: Gateway, sql: Sql, merchantId: string, token: string): Promise<void> {
  const updatedAt = gateway.clock.now()
  for (const agreement of await lockAgreementsOf(sql, merchantId, [token])) {
    if (agreement.status === 'SUSPENDED') continue
    const suspended = { ...agreement, status: 'SUSPENDED', stopReason: 'CARD_CLOSED', updatedAt } as const
    await updateAgreement(sql, suspended)
    await recordFurtherEvents(
      sql,
      agreementEvents(agreement, suspended, await cardExpiry(gateway, sql, agreement), null),
    )
  }
}
