import { type Agreement, isAgreementCharge, isAlive } from '#domain/agreement.ts'
import { agreementAfter } from '#domain/agreement-changes.ts'
import type { Transaction } from '#domain/transaction.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import { lockAgreement, updateAgreement } from '#store/agreements/agreements.ts'
import type { Sql } from '#store/connection/database.ts'
import { scheduleWarning } from '#store/customers/card-upkeep.ts'
import { keepPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Ending, Finished } from '#store/transactions/endings.ts'
import type { Gateway } from '../../gateway.ts'
import { cardExpiry } from '../../stored-cards/card-expiry.ts'

/**
 * Commits the end of a payment together with its agreement, which is locked first, as by every change of one.
 * @param finish ends the payment itself within that SQL transaction
 * @returns undefined if another call moved the payment first; then nothing happened
 */
export async function finishWithAgreement(
  gateway: Gateway,
  sql: Sql,
  ending: Ending,
  finish: () => Promise<Finished | undefined>,
): Promise<Finished | undefined> {
  const { ended } = ending
  const agreement = await lockAgreement(sql, ended.merchantId, ended.agreementId ?? '')
  const finished = await finish()
  if (!finished || !agreement) return finished
  const after = agreementAfter(agreement, ended, await paidCard(sql, ended))
  if (after === agreement) return finished
  await updateAgreement(sql, after)
  if (chargesNewCard(agreement, after)) await scheduleWarning(sql, after.merchantId, after.paymentMethodToken)
  const expiry = await cardExpiry(gateway, sql, after)
  await recordFurtherEvents(sql, agreementEvents(agreement, after, expiry, ended.terminalId))
  return finished
}

/** True if an agreement can be charged with a card that it was not charged with before. */
function chargesNewCard(
  before: Agreement,
  after: Agreement,
): after is Agreement & { readonly paymentMethodToken: string } {
  return after.paymentMethodToken !== null && before.paymentMethodToken !== after.paymentMethodToken && isAlive(after)
}

/** Finds the stored card that a shopper paid with, and keeps it from being deleted until the commit. */
async function paidCard(sql: Sql, ended: Transaction) {
  const token = ended.storedToken ?? ended.paymentMethod.token
  if (isAgreementCharge(ended) || ended.status !== 'APPROVED' || token === null) return undefined
  const card = await keepPaymentMethod(sql, ended.merchantId, token)
  return card && { ...card, paymentMethodToken: token }
}
