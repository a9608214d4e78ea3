import { maskAccount } from '#domain/beneficiary.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import type { PaymentMethodView, Transaction } from '#domain/transaction.ts'
import type { TransactionData } from '#domain/transaction-data.ts'
import type { Gateway } from '../../gateway.ts'
import { nameOf, type PaymentRequest } from './payment-request.ts'

export function draftTransaction({ clock }: Gateway, request: PaymentRequest): Transaction {
  const { merchantId, terminalId, reference, description, transactionType, currency, amount } = request
  const isAway = transactionType === 'PAYOUT' || request.paymentMethod.kind === 'agreement'
  const { customer, customerIp, returnUrl, errorUrl, cancelUrl, metadata, session, captureBy } = request
  return newTransaction(
    {
      merchantId,
      terminalId,
      sessionId: session?.sessionId ?? null,
      paymentLinkId: session?.paymentLinkId ?? null,
      reference,
      description,
      transactionType,
      currency,
      amount,
      captureBy,
      customer,
      customerIp,
      paymentMethod: unresolvedMethod(request),
      initiatedBy: isAway ? 'MERCHANT' : 'CUSTOMER',
      returnUrl,
      errorUrl,
      cancelUrl,
      metadata,
      data: dataOf(request),
    },
    clock.now(),
  )
}

function dataOf({ threeDs, recoverAfterDays: afterDays }: PaymentRequest): TransactionData | null {
  if (afterDays) return { recovery: { afterDays, asks: 1, used: 0, firstAskedAt: null, last: null } }
  return threeDs ? { threeDs } : null
}

/** Shows a payment method without decryption, which a refusal does not need; a payout's account is not encrypted. */
function unresolvedMethod({ paymentMethod: method }: PaymentRequest): PaymentMethodView {
  const masked = method.kind === 'bank-account' ? maskAccount(method.beneficiary.accountNumber.reveal()) : null
  return { method: masked ?? nameOf(method), type: method.type, masked, brand: null, hash: null, token: null }
}
