import type { BusinessRefusal } from '#domain/acceptance.ts'
import { accountsFor } from '#domain/acceptance.ts'
import type { Card } from '#domain/card.ts'
import { newId, newTraceNumber, orderIdOf } from '#domain/ids.ts'
import type { Directory, ProviderAccount } from '#domain/merchant.ts'
import type { PaymentMethodView, ProcessingResult, Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import { normalize } from './normalize.ts'
import type { Order } from './order.ts'
import { wishOf } from './wish.ts'

/** A transaction about to be recorded, with the card and the account it is meant for. */
export interface Draft {
  readonly transaction: Transaction
  readonly card: Card
  readonly account: ProviderAccount
  /** Why it cannot be carried out after all. */
  readonly refusal: BusinessRefusal | undefined
}

/** The pending transaction for an accepted order. */
export function draftTransaction(gateway: Gateway, directory: Directory, order: Order, card: Card): Draft {
  const account = accountsFor(directory, wishOf(gateway, order).providers)[0]!
  const normalizedAmount = normalize(directory.merchant, order)
  const transaction: Transaction = {
    ...blankTransaction(gateway, order),
    normalizedAmount: normalizedAmount ?? order.amount,
    outgoingAmount: order.amount,
    outgoingCurrency: order.currency,
    status: 'PENDING',
    processingCode: '1002',
    awaiting: 'provider-answer',
    paymentMethod: { method: card.face.masked, type: order.paymentMethod.type, ...card.face, token: null },
    processingResult: {
      ...NO_RESULT,
      paymentProviderId: account.provider,
      paymentProviderAccountId: account.providerAccountId,
    },
  }
  return { transaction, card, account, refusal: normalizedAmount === undefined ? TOO_LARGE : undefined }
}

const TOO_LARGE: BusinessRefusal = {
  code: '2000',
  property: 'amount',
  message: 'The amount is too large for the settlement currency; split the order.',
}

/** A transaction that holds what the order says and nothing that anybody decided yet. */
export function blankTransaction(gateway: Gateway, order: Order): Transaction {
  const now = gateway.clock.now()
  return {
    id: newId('trx'),
    merchantId: order.merchantId,
    terminalId: order.terminalId,
    orderId: orderIdOf(order.merchantId, order.terminalId, order.reference),
    parentId: null,
    reference: order.reference,
    description: order.description,
    transactionType: order.transactionType,
    channel: 'ecommerce',
    currency: order.currency,
    amount: order.amount,
    normalizedAmount: order.amount,
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
    customer: order.customer,
    customerIp: order.customerIp,
    paymentMethod: unopenedMethod(order),
    processingResult: NO_RESULT,
    authentication: { status: null, level: null },
    initiatedBy: 'MERCHANT',
    systan: newTraceNumber(),
    returnUrl: order.returnUrl,
    errorUrl: order.errorUrl,
    cancelUrl: order.cancelUrl,
    metadata: order.metadata,
    data: null,
    createdAt: now,
    updatedAt: now,
  }
}

const NO_RESULT: ProcessingResult = {
  paymentProviderId: null,
  paymentProviderAccountId: null,
  approvalCode: null,
  referenceNumber: null,
  providerResponseCode: null,
  providerResponseMessage: null,
}

function unopenedMethod(order: Order): PaymentMethodView {
  const { type } = order.paymentMethod
  return { method: type, type, masked: null, brand: null, hash: null, token: null }
}
