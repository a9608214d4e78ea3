import type { Parent } from '#domain/follow-up.ts'
import { newTraceNumber, orderIdOf } from '#domain/ids.ts'
import { share } from '#domain/money.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import type { FollowUpRequest } from './request.ts'

/** A follow-up that nobody decided on yet: of an order, perhaps of a transaction that does not exist. */
export function draftFollowUp(
  gateway: Gateway,
  id: string,
  request: FollowUpRequest,
  parent: Parent | undefined,
): Transaction {
  const { merchantId, terminalId, reference, currency, amount, type, metadata } = request
  const now = gateway.clock.now()
  const original = parent?.transaction
  return {
    ...(original ?? NOBODYS),
    id,
    merchantId,
    terminalId,
    orderId: original?.orderId ?? orderIdOf(merchantId, terminalId, reference),
    parentId: original?.id ?? request.parentId,
    sessionId: null,
    reference,
    transactionType: type,
    channel: 'ecommerce',
    currency,
    amount,
    normalizedAmount: original ? share(original.normalizedAmount, amount, original.amount) : amount,
    outgoingAmount: null,
    outgoingCurrency: null,
    capturedAmount: 0n,
    refundedAmount: 0n,
    status: 'CREATED',
    processingCode: null,
    responseMessage: null,
    errors: [],
    awaiting: null,
    shopperStep: null,
    storedToken: null,
    processingResult: NO_RESULT,
    authentication: { status: null, level: null },
    initiatedBy: 'MERCHANT',
    systan: newTraceNumber(),
    returnUrl: null,
    errorUrl: null,
    cancelUrl: null,
    metadata,
    data: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** The same, about to be asked of the provider account that approved its parent. */
export function pendingFollowUp(draft: Transaction, { transaction }: Parent): Transaction {
  const { paymentProviderId, paymentProviderAccountId } = transaction.processingResult
  return {
    ...draft,
    status: 'PENDING',
    processingCode: '1002',
    awaiting: 'provider-answer',
    outgoingAmount: draft.amount,
    outgoingCurrency: draft.currency,
    processingResult: { ...NO_RESULT, paymentProviderId, paymentProviderAccountId },
  }
}

const NO_RESULT: Transaction['processingResult'] = {
  paymentProviderId: null,
  paymentProviderAccountId: null,
  approvalCode: null,
  referenceNumber: null,
  providerResponseCode: null,
  providerResponseMessage: null,
}

/** What a follow-up takes over from its parent, where there is none. */
const NOBODYS = {
  description: null,
  customer: {
    id: null,
    firstName: null,
    lastName: null,
    address: null,
    city: null,
    country: null,
    postalCode: null,
    email: null,
    phone: null,
  },
  customerIp: null,
  paymentMethod: { method: '', type: '', masked: null, brand: null, hash: null, token: null },
} satisfies Partial<Transaction>
