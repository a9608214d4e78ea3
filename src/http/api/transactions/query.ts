import type { Static } from 'typebox'
import { MAX_AMOUNT } from '#domain/money.ts'
import type { Query } from '#flows/transactions/index.ts'
import { momentOf, periodOf } from '../common/period.ts'
import type { TransactionSelection } from './schemas.ts'

export function transactionQuery(query: Static<typeof TransactionSelection>): Query {
  return {
    q: query.q,
    terminalId: query.terminal_id,
    reference: query.reference,
    orderId: query.order_id,
    parentId: query.parent_id,
    followUpReference: query.follow_up_reference,
    paymentLinkId: query.payment_link_id,
    agreementId: query.agreement_id,
    status: query.status,
    transactionType: query.transaction_type,
    ...periodOf(query),
    lastFour: query.last_four,
    email: query.email,
    customerId: query.customer_id,
    amountFrom: amountOf(query.amount_from),
    amountTo: amountOf(query.amount_to),
    currency: query.currency,
    paymentMethod: query.payment_method,
    brand: query.brand,
    providerAccountId: query.provider_account_id,
    processingCode: query.processing_code,
    cardHash: query.card_hash,
    review: query.review,
    refunded: query.refunded,
    counted: query.counted,
    captureByBefore: momentOf(query.capture_by_before),
  }
}

/** Limits an amount to int64, which no stored amount exceeds. */
function amountOf(written: string | undefined): bigint | undefined {
  if (written === undefined) return undefined
  const amount = BigInt(written)
  return amount > MAX_AMOUNT ? MAX_AMOUNT : amount
}
