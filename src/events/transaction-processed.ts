import type { KeptJson } from '#domain/kept-text.ts'
import { liabilityShiftOf } from '#domain/liability.ts'
import type { Transaction } from '#domain/transaction.ts'

const TRANSACTION_PROCESSED = 'transaction.processed'

/** Exact JSON text of every delivery (docs/reference/events.md#payload). @param parentMetadata of a follow-up */
export function transactionProcessed(transaction: Transaction, parentMetadata: KeptJson | null = null): string {
  const payload = { ...payloadOf(transaction), parent_metadata: parentMetadata }
  return JSON.stringify({ event: TRANSACTION_PROCESSED, payload })
}

function payloadOf(transaction: Transaction): Record<string, unknown> {
  const { processingResult, authentication } = transaction
  return {
    id: transaction.id,
    merchant_id: transaction.merchantId,
    terminal_id: transaction.terminalId,
    order_id: transaction.orderId,
    reference: transaction.reference,
    currency: transaction.currency,
    transaction_type: transaction.transactionType,
    processing_code: transaction.processingCode,
    status: transaction.status,
    amount: exact(transaction.amount),
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
    payment_link_id: transaction.paymentLinkId,
    description: transaction.description,
    response_message: transaction.responseMessage,
    approval_code: processingResult.approvalCode,
    reference_number: processingResult.referenceNumber,
    network_transaction_id: processingResult.networkTransactionId ?? null,
    advice: transaction.data?.advice ?? null,
    liability_shift: liabilityShiftOf(authentication, transaction.data),
    parent_id: transaction.parentId,
    follow_up_reference: transaction.followUpReference,
    dispute_id: transaction.data?.disputeId ?? null,
    agreement_id: transaction.agreementId,
    transaction_initiated_by: transaction.initiatedBy,
    payment_provider_response_code: processingResult.providerResponseCode,
    payment_provider_response_message: processingResult.providerResponseMessage,
    outgoing_currency: transaction.outgoingCurrency,
    ...paymentMethodOf(transaction),
    ...customerOf(transaction),
    authentication_status: authentication.status,
    systan: transaction.systan,
    authentication_level: authentication.level,
    normalized_amount: exact(transaction.normalizedAmount),
    outgoing_amount: transaction.outgoingAmount === null ? null : exact(transaction.outgoingAmount),
    metadata: transaction.metadata,
  }
}

/** Records have an empty text without a method; events have null. */
function paymentMethodOf({ paymentMethod }: Transaction): Record<string, string | null> {
  return {
    payment_method_method: paymentMethod.method || null,
    payment_method_hash: paymentMethod.hash,
    payment_method_type: paymentMethod.type || null,
    payment_method_brand: paymentMethod.brand,
    payment_method_masked: paymentMethod.masked,
    payment_method_token: paymentMethod.token,
  }
}

function customerOf({ customer }: Transaction): Record<string, string | null> {
  return {
    customer_id: customer.id,
    customer_first_name: customer.firstName,
    customer_last_name: customer.lastName,
    customer_address: customer.address,
    customer_city: customer.city,
    customer_country: customer.country,
    customer_postal_code: customer.postalCode,
    customer_email: customer.email,
    customer_phone_number: customer.phone,
  }
}

/** JavaScript's numbers are exact up to 2^53 only; an int64 is written digit by digit. */
function exact(amount: bigint): unknown {
  return JSON.rawJSON(amount.toString())
}
