import { newId } from '#domain/ids.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Ending } from '#store/transactions/endings.ts'
import type { Intent } from '#store/transactions/intent.ts'

/** A purchase about to be recorded, as small as one can be. */
export function intentOf(merchantId: string): Intent {
  const attempt = { attemptId: newId('att'), number: 1, provider: 'card-simulator', providerAccountId: 'acc_1' }
  const kept = { storedCard: null, walletMessage: null, referenceKind: 'transaction' as const }
  const extras = { browserInfo: null, notificationUrl: null }
  return { version: 1n, transaction: pending(merchantId), attempt, ...kept, ...extras }
}

/** Its approval. */
export function endingOf({ transaction, attempt }: Intent): Ending {
  const { amount } = transaction
  const ended: Transaction = {
    ...transaction,
    status: 'APPROVED',
    processingCode: '0000',
    awaiting: null,
    capturedAmount: amount,
  }
  const event = { id: newId('evt'), text: '{}', traceparent: null }
  const answered = { attemptId: attempt.attemptId, reversalRequested: false }
  return { ended, expected: 'provider-answer', fee: 0n, attempt: answered, event, further: [] }
}

function pending(merchantId: string): Transaction {
  const id = newId('trx')
  return {
    id,
    merchantId,
    terminalId: 'ter_shop',
    orderId: newId('ord'),
    sessionId: null,
    parentId: null,
    reference: id,
    description: null,
    transactionType: 'PURCHASE',
    channel: 'ecommerce',
    currency: 'EUR',
    amount: 1250n,
    normalizedAmount: 1250n,
    outgoingAmount: null,
    outgoingCurrency: null,
    capturedAmount: 0n,
    refundedAmount: 0n,
    followUps: { capturingAmount: 0n, refundingAmount: 0n, captureState: 'OPEN', voidState: null, finishedAt: null },
    status: 'PENDING',
    processingCode: '1002',
    responseMessage: null,
    errors: [],
    awaiting: 'provider-answer',
    shopperStep: null,
    customer: NOBODY,
    customerIp: null,
    paymentMethod: { method: 'card', type: 'card', masked: null, brand: null, hash: null, token: null },
    instrumentHash: null,
    storedToken: null,
    processingResult: { ...SAID_NOTHING, paymentProviderId: 'card-simulator', paymentProviderAccountId: 'acc_1' },
    authentication: { status: null, level: null },
    initiatedBy: 'MERCHANT',
    systan: 1,
    returnUrl: null,
    errorUrl: null,
    cancelUrl: null,
    metadata: null,
    data: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  }
}

const NOBODY = {
  id: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  country: null,
  postalCode: null,
  email: null,
  phone: null,
}

const SAID_NOTHING = {
  approvalCode: null,
  referenceNumber: null,
  providerResponseCode: null,
  providerResponseMessage: null,
}
