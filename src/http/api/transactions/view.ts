import { awaitedOf } from '#domain/awaited.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { liabilityShiftOf } from '#domain/liability.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { RetryOptions } from '#domain/transaction-data.ts'
import { isOriginal } from '#domain/transaction-type.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'
import type { TimelineItem } from '#flows/transactions/timeline.ts'
import { CustomerDetails } from '#interface/customer.ts'
import { routingView } from '../rules/view.ts'

export function transactionView(gateway: Gateway, transaction: Transaction) {
  const { status, shopperStep } = transaction
  return {
    id: transaction.id,
    merchant_id: transaction.merchantId,
    order_id: transaction.orderId,
    parent_id: transaction.parentId,
    follow_up_reference: transaction.followUpReference,
    payment_link_id: transaction.paymentLinkId,
    terminal_id: transaction.terminalId,
    agreement_id: transaction.agreementId,
    reference: transaction.reference,
    description: transaction.description,
    currency: transaction.currency,
    amount: exactInteger(transaction.amount),
    normalized_amount: exactInteger(transaction.normalizedAmount),
    ...(isOriginal(transaction.transactionType) ? followUpSums(transaction) : {}),
    ...(transaction.data?.disputeId !== undefined && { dispute_id: transaction.data.disputeId }),
    customer: CustomerDetails.of(transaction.customer),
    customer_ip: transaction.customerIp,
    processing_result: processingResultView(transaction),
    approved: status === 'APPROVED',
    pending: status === 'PENDING',
    channel: transaction.channel,
    transaction_type: transaction.transactionType,
    transaction_initiated_by: transaction.initiatedBy,
    status,
    awaiting: awaitedOf(transaction),
    payment_method: transaction.paymentMethod,
    redirect_url: shopperStep?.kind === 'redirect' ? shopperStep.url : null,
    errors: transaction.errors,
    processing_code: transaction.processingCode,
    response_message: transaction.responseMessage,
    metadata: transaction.metadata,
    data: dataView(transaction),
    allowed_actions: allowedActionsOf(gateway, transaction),
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
  }
}

function followUpSums(transaction: Transaction) {
  return {
    captured_amount: exactInteger(transaction.capturedAmount),
    refunded_amount: exactInteger(transaction.refundedAmount),
    disputed_amount: exactInteger(transaction.disputedAmount),
    ...(transaction.expiredAmount > 0n && { expired_amount: exactInteger(transaction.expiredAmount) }),
    ...(transaction.authorizationExpiresAt && {
      authorization_expires_at: transaction.authorizationExpiresAt.toISOString(),
    }),
  }
}

function processingResultView({ processingResult }: Transaction) {
  return {
    payment_provider_id: processingResult.paymentProviderId,
    payment_provider_account_id: processingResult.paymentProviderAccountId,
    approval_code: processingResult.approvalCode,
    reference_number: processingResult.referenceNumber,
    network_transaction_id: processingResult.networkTransactionId ?? null,
  }
}

function dataView(transaction: Transaction) {
  const { data, authentication } = transaction
  if (!data) return authentication.status === null ? null : { liability_shift: liabilityShiftOf(authentication, data) }
  const { checks, advice, receivedAmount, retryOptions, reversalOf, expiredBy, risk, routing } = data
  return {
    ...(checks && { checks }),
    ...(isCardPayment(transaction) && { liability_shift: liabilityShiftOf(authentication, data) }),
    ...(advice && { advice }),
    ...(receivedAmount !== undefined && { received_amount: exactInteger(BigInt(receivedAmount)) }),
    ...(retryOptions && { retry_options: retryOptionsView(retryOptions) }),
    ...(reversalOf !== undefined && { reversal_of: reversalOf }),
    ...(expiredBy && { expired_by: expiredBy }),
    ...(risk && { risk: { ...risk, ...(transaction.review && { review: transaction.review }) } }),
    ...(routing && { routing: routingView(routing) }),
  }
}

function isCardPayment({ transactionType, paymentMethod }: Transaction): boolean {
  return isOriginal(transactionType) && transactionType !== 'PAYOUT' && paymentMethod.masked !== null
}

function retryOptionsView({ attempts, retryCount, status, nextAttemptAt }: RetryOptions) {
  const current = attempts.at(-1)!
  return {
    data: {
      ...(nextAttemptAt !== undefined && { next_attempt_at: nextAttemptAt }),
      attempts: attempts.map((attempt) => ({
        payment_provider_account_id: attempt.providerAccountId,
        payment_provider_id: attempt.provider,
        status: attempt.status,
        processing_code: attempt.processingCode,
        response_message: attempt.responseMessage,
        created_at: attempt.createdAt,
      })),
    },
    payment_provider_account_id: current.providerAccountId,
    payment_provider_id: current.provider,
    retry_count: retryCount,
    status,
  }
}

export function timelineView(items: readonly TimelineItem[]) {
  return {
    items: items.map(({ at, kind, title, code, actor, detail }) => ({
      at: at.toISOString(),
      kind,
      title,
      code,
      actor,
      detail,
    })),
  }
}
