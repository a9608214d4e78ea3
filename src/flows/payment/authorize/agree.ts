import { type Agreement, moveRefusal, NO_CARD } from '#domain/agreement.ts'
import type { Refusal } from '#domain/eligibility.ts'
import { newId } from '#domain/ids.ts'
import { invalid } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findAgreement } from '#store/agreements/agreements.ts'
import type { ConfigSnapshot } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { todayOf } from './open-agreement.ts'
import type { PaymentRequest } from './payment-request.ts'

/** Agreement that a shopper makes or moves by a payment. */
export interface Agreed {
  readonly agreement: Agreement
  readonly isNew: boolean
}

/**
 * Drafts a new agreement, or finds the one to move to the payment's card (docs/reference/agreements.md#make-one,
 * #move-to-another-card).
 * @returns null if the payment has none; a refusal if the agreement is unknown or over
 * @throws RequestError 422 on `agreement.ends_on` in the past by the merchant's clock
 */
export async function agree(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  { agreement: wanted, merchantId }: PaymentRequest,
  payment: Transaction,
): Promise<Agreed | null | { readonly refusal: Refusal }> {
  if (!wanted) return null
  const today = todayOf(gateway, snapshot)
  if (wanted.kind === 'new') return { agreement: draft(wanted.terms, payment, today), isNew: true }
  const agreement = await findAgreement(gateway.sql, merchantId, wanted.agreementId)
  if (!agreement) return { refusal: UNKNOWN }
  const refusal = moveRefusal(agreement, today)
  return refusal ? { refusal } : { agreement, isNew: false }
}

const UNKNOWN: Refusal = {
  code: '2000',
  property: 'agreement.id',
  message: 'No such agreement; use the ID of one of your agreements.',
}

function draft(terms: NewTerms, payment: Transaction, today: string): Agreement {
  if (terms.endsOn !== null && terms.endsOn < today) throw overEndsOn(today)
  return {
    ...terms,
    ...NO_CARD,
    merchantId: payment.merchantId,
    agreementId: newId('agr'),
    status: 'PENDING',
    stopReason: null,
    currency: payment.currency,
    customerId: payment.customer.id,
    origin: 'PAYMENT',
    networkTransactionId: null,
    providerAccountId: null,
    firstTransactionId: payment.id,
    lastTransactionId: payment.id,
    authenticationStatus: null,
    acceptedAt: null,
    createdAt: payment.createdAt,
    updatedAt: payment.createdAt,
    endedAt: null,
  }
}

type NewTerms = Extract<NonNullable<PaymentRequest['agreement']>, { kind: 'new' }>['terms']

function overEndsOn(today: string) {
  return invalid('agreement.ends_on', 'Use today or a later day.', today)
}
