import type { Refusal } from '#domain/acceptance.ts'
import { accountsFor } from '#domain/acceptance.ts'
import { maskAccount } from '#domain/beneficiary.ts'
import { newId, newTraceNumber, orderIdOf } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { PaymentMethodView, ProcessingResult, Transaction } from '#domain/transaction.ts'
import type { NewStoredCard } from '#store/transactions/intent.ts'
import { firstAdmitted } from '../attempt/next-account.ts'
import type { Admission } from '../circuit-breaker.ts'
import type { ConfigSnapshot } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { sealForStorage } from '../stored-cards/store-card.ts'
import { normalize } from './normalize.ts'
import { openPaymentMethod } from './open-payment-method.ts'
import type { OpenedMethod } from './opened-method.ts'
import { nameOf, type PaymentRequest } from './payment-request.ts'
import { termsOf } from './payment-terms.ts'
import { unsupportedFeature } from './unsupported-feature.ts'

/** A transaction about to be recorded, with what to charge and the account it is meant for. */
export interface Draft extends OpenedMethod {
  readonly transaction: Transaction
  readonly account: ProviderAccount
  /** Undefined where no account answers at the moment. */
  readonly admission: Admission | undefined
  /** The card to be kept once the payment is approved. */
  readonly storedCard: NewStoredCard | null
}

/**
 * The pending transaction for a payment request that the terminal takes.
 * @returns a refusal where it cannot be carried out after all
 * @throws RequestError, StaleConfig as `openPaymentMethod` does
 */
export async function draftTransaction(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
): Promise<Draft | { readonly refusal: Refusal }> {
  const { config } = snapshot
  const opened = await openPaymentMethod(gateway, snapshot, request)
  if ('refusal' in opened) return opened
  const normalizedAmount = normalize(config.merchant, request)
  if (normalizedAmount === undefined) return { refusal: TOO_LARGE }
  const refusal = await unsupportedFeature(gateway, config.merchant, request)
  if (refusal) return { refusal }
  const storedCard = await cardToStore(gateway, request, opened)
  const accounts = accountsFor(config, termsOf(gateway, request).providers)
  const admission = await firstAdmitted(gateway, accounts, opened.view.type, opened.instrument)
  const account = admission?.account ?? accounts[0]!
  const transaction: Transaction = {
    ...blankTransaction(gateway, request),
    normalizedAmount,
    outgoingAmount: request.amount,
    outgoingCurrency: request.currency,
    status: 'PENDING',
    processingCode: '1002',
    awaiting: 'provider-answer',
    paymentMethod: opened.view,
    storedToken: storedCard?.token ?? null,
    processingResult: {
      ...NO_RESULT,
      paymentProviderId: account.provider,
      paymentProviderAccountId: account.providerAccountId,
    },
  }
  return { ...opened, transaction, account, admission, storedCard }
}

/** A card that comes from the vault already is not stored again. */
const NEW_CARDS: readonly string[] = ['card', 'typed-card']

async function cardToStore(
  gateway: Gateway,
  request: PaymentRequest,
  { instrument }: OpenedMethod,
): Promise<NewStoredCard | null> {
  if (!request.saveCard || !NEW_CARDS.includes(request.paymentMethod.kind) || instrument.kind !== 'card') return null
  return sealForStorage(gateway, request.merchantId, request.customer.id, instrument.card)
}

const TOO_LARGE: Refusal = {
  code: '2000',
  property: 'amount',
  message: 'The amount is too large for the settlement currency; split the order.',
}

/** A transaction that holds what the request says and nothing that anybody decided yet. */
export function blankTransaction(gateway: Gateway, request: PaymentRequest): Transaction {
  const now = gateway.clock.now()
  return {
    id: newId('trx'),
    merchantId: request.merchantId,
    terminalId: request.terminalId,
    orderId: orderIdOf(request.merchantId, request.terminalId, request.reference),
    parentId: null,
    sessionId: request.session?.sessionId ?? null,
    reference: request.reference,
    description: request.description,
    transactionType: request.transactionType,
    channel: 'ecommerce',
    currency: request.currency,
    amount: request.amount,
    normalizedAmount: request.amount,
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
    customer: request.customer,
    customerIp: request.customerIp,
    paymentMethod: unopenedMethod(request),
    storedToken: null,
    processingResult: NO_RESULT,
    authentication: { status: null, level: null },
    initiatedBy: request.session ? 'CUSTOMER' : 'MERCHANT',
    systan: newTraceNumber(),
    returnUrl: request.returnUrl,
    errorUrl: request.errorUrl,
    cancelUrl: request.cancelUrl,
    metadata: request.metadata,
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

/** Nothing is decrypted for a refusal; a payout's account needs no decrypting. */
function unopenedMethod({ paymentMethod: method }: PaymentRequest): PaymentMethodView {
  const masked = method.kind === 'bank-account' ? maskAccount(method.beneficiary.accountNumber.reveal()) : null
  return { method: masked ?? nameOf(method), type: method.type, masked, brand: null, hash: null, token: null }
}
