import { suspensionOf } from './advice.ts'
import { type Agreement, type AgreementCard, isAgreementCharge, isAlive, stopAgreement } from './agreement.ts'
import type { Transaction } from './transaction.ts'

export interface PaidCard extends AgreementCard {
  readonly customerId: string | null
}

/** Agreement after the end of a payment (docs/reference/agreements.md#statuses). @param card undefined if deleted meanwhile */
export function agreementAfter(agreement: Agreement, payment: Transaction, card: PaidCard | undefined): Agreement {
  const { id: lastTransactionId, updatedAt } = payment
  if (isAgreementCharge(payment)) return afterCharge({ ...agreement, lastTransactionId, updatedAt }, payment)
  if (payment.status === 'APPROVED') return afterApproval(agreement, payment, card)
  const isFirst = agreement.status === 'PENDING' && agreement.firstTransactionId === payment.id
  if (!isFirst) return agreement
  return stopAgreement({ ...agreement, lastTransactionId }, 'CANCELED', 'FIRST_PAYMENT_FAILED', updatedAt)
}

function afterCharge(agreement: Agreement, { status, paymentMethod, processingResult, data }: Transaction): Agreement {
  if (status === 'APPROVED' || agreement.status !== 'ACTIVE') return agreement
  const { providerResponseCode } = processingResult
  const stopReason = suspensionOf({ providerResponseCode, advice: data?.advice ?? null })
  // A late answer about an earlier card does not affect the current one.
  if (stopReason === 'CARD_CLOSED' && paymentMethod.token !== agreement.paymentMethodToken) return agreement
  return stopReason ? { ...agreement, status: 'SUSPENDED', stopReason } : agreement
}

/** Makes an agreement active with the card of an approved payment, or moves it there. */
function afterApproval(agreement: Agreement, payment: Transaction, card: PaidCard | undefined): Agreement {
  const { id: lastTransactionId, updatedAt, processingResult, authentication } = payment
  if (agreement.status !== 'PENDING' && !isAlive(agreement)) return { ...agreement, lastTransactionId, updatedAt }
  if (!card) return stopAgreement({ ...agreement, lastTransactionId }, 'CANCELED', 'CARD_REMOVED', updatedAt)
  return {
    ...agreement,
    ...card,
    customerId: card.customerId ?? agreement.customerId,
    status: 'ACTIVE',
    stopReason: null,
    networkTransactionId: processingResult.networkTransactionId ?? null,
    providerAccountId: processingResult.paymentProviderAccountId,
    authenticationStatus: authentication.status,
    acceptedAt: agreement.acceptedAt ?? updatedAt,
    lastTransactionId,
    updatedAt,
  }
}
