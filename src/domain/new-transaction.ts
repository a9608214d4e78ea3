import { NO_CUSTOMER } from './customer.ts'
import { newId, newTraceNumber, orderIdOf } from './ids.ts'
import type { ProviderAccount } from './merchant.ts'
import type { Transaction } from './transaction.ts'

/** Facts required to begin a transaction, and any that are known already. */
type Beginning = Partial<Transaction> &
  Pick<Transaction, 'merchantId' | 'terminalId' | 'reference' | 'transactionType' | 'currency' | 'amount'>

export function newTransaction(known: Beginning, at: Date): Transaction {
  return {
    ...UNDECIDED,
    id: newId('trx'),
    orderId: orderIdOf(known.merchantId, known.terminalId, known.reference),
    normalizedAmount: known.amount,
    systan: newTraceNumber(),
    createdAt: at,
    updatedAt: at,
    ...known,
  }
}

/** Sets the provider account that is called next, for the full amount. */
export function withProviderAccount(
  { provider, providerAccountId }: Pick<ProviderAccount, 'provider' | 'providerAccountId'>,
  transaction: Transaction,
): Transaction {
  return {
    ...transaction,
    status: 'PENDING',
    processingCode: '1002',
    awaiting: 'provider-answer',
    outgoingAmount: transaction.amount,
    outgoingCurrency: transaction.currency,
    processingResult: {
      ...transaction.processingResult,
      paymentProviderId: provider,
      paymentProviderAccountId: providerAccountId,
    },
  }
}

const UNDECIDED = {
  parentId: null,
  followUpReference: null,
  sessionId: null,
  paymentLinkId: null,
  agreementId: null,
  description: null,
  channel: 'ecommerce',
  outgoingAmount: null,
  outgoingCurrency: null,
  capturedAmount: 0n,
  refundedAmount: 0n,
  expiredAmount: 0n,
  review: null,
  disputedAmount: 0n,
  captureBy: null,
  authorizationExpiresAt: null,
  followUps: {
    capturingAmount: 0n,
    refundingAmount: 0n,
    captureState: 'OPEN',
    voidState: null,
    expiryState: null,
    finishedAt: null,
    settlesFrom: null,
  },
  status: 'CREATED',
  processingCode: null,
  responseMessage: null,
  errors: [],
  awaiting: null,
  shopperStep: null,
  customer: NO_CUSTOMER,
  customerIp: null,
  paymentMethod: { method: '', type: '', masked: null, brand: null, hash: null, token: null },
  instrumentHash: null,
  storedToken: null,
  processingResult: {
    paymentProviderId: null,
    paymentProviderAccountId: null,
    approvalCode: null,
    referenceNumber: null,
    providerResponseCode: null,
    providerResponseMessage: null,
  },
  authentication: { status: null, level: null },
  initiatedBy: 'MERCHANT',
  returnUrl: null,
  errorUrl: null,
  cancelUrl: null,
  metadata: null,
  data: null,
} as const satisfies Partial<Transaction>
