import { maskAccount } from '#domain/beneficiary.ts'
import type { Refusal } from '#domain/eligibility.ts'
import { needsAuthentication } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import { normalizeAmount } from '#domain/normalized-amount.ts'
import { type PaymentMethodView, type Transaction, withholdHash } from '#domain/transaction.ts'
import type { NewStoredCard } from '#store/transactions/intent.ts'
import type { ConfigSnapshot } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import { sealForStorage } from '../../stored-cards/card-at-rest.ts'
import { authenticationRefusal } from '../accounts/authentication-refusal.ts'
import { accountsAcceptingCustomer, chargeableAccounts, noAccountRefusal } from '../accounts/chargeable-accounts.ts'
import { nameOf, type PaymentRequest } from './payment-request.ts'
import { resolvePaymentMethod } from './resolve-payment-method.ts'
import type { ResolvedMethod } from './resolved-method.ts'
import { unsupportedFeature } from './unsupported-feature.ts'

/** A transaction about to be recorded, with what to charge and who may be asked to. */
export interface Draft extends ResolvedMethod {
  readonly transaction: Transaction
  /** Those of the terminal's accounts that take the payment method as it is, in routing order. */
  readonly accounts: readonly ProviderAccount[]
  /** The card to be kept once the payment is approved. */
  readonly storedCard: NewStoredCard | null
}

/**
 * The transaction for a payment request that the terminal takes.
 * @param accounts that could carry it, in routing order
 * @returns a refusal where it cannot be carried out after all
 * @throws RequestError, StaleConfig as `resolvePaymentMethod` does
 */
export async function draftTransaction(
  gateway: Gateway,
  snapshot: ConfigSnapshot,
  request: PaymentRequest,
  accounts: readonly ProviderAccount[],
): Promise<Draft | { readonly refusal: Refusal }> {
  const { config } = snapshot
  const { merchant } = config
  const opened = await resolvePaymentMethod(gateway, snapshot, request, accounts)
  if ('refusal' in opened) return opened
  const unable = needsAuthentication(opened.instrument) ? authenticationRefusal(gateway, config) : undefined
  if (unable) return { refusal: unable }
  const means = {
    paymentMethod: nameOf(request.paymentMethod),
    instrument: opened.instrument,
    customer: request.customer,
  }
  if (accountsAcceptingCustomer(gateway, accounts, means).length === 0)
    return { refusal: noAccountRefusal(gateway, accounts, means) }
  const normalizedAmount = normalizeAmount(merchant, request)
  if (normalizedAmount === undefined) return { refusal: TOO_LARGE }
  const refusal = await unsupportedFeature(gateway, merchant, request)
  if (refusal) return { refusal }
  const storedCard = await cardToStore(gateway, request, opened)
  const transaction: Transaction = {
    ...unresolvedTransaction(gateway, request),
    normalizedAmount,
    ...withholdHash(opened.view),
    storedToken: storedCard?.token ?? null,
  }
  return { ...opened, transaction, accounts: chargeableAccounts(gateway, accounts, means), storedCard }
}

/** A card that comes from the vault already is not stored again. */
const NEW_CARDS: readonly string[] = ['card', 'typed-card']

async function cardToStore(
  gateway: Gateway,
  request: PaymentRequest,
  { instrument }: ResolvedMethod,
): Promise<NewStoredCard | null> {
  if (!request.saveCard || !NEW_CARDS.includes(request.paymentMethod.kind) || instrument.kind !== 'card') return null
  return sealForStorage(gateway, request.merchantId, request.customer.id, instrument.card)
}

const TOO_LARGE: Refusal = {
  code: '2000',
  property: 'amount',
  message: 'The amount is too large for the settlement currency; split the order.',
}

/** A transaction of what the request says, before its payment method is opened. */
export function unresolvedTransaction({ clock }: Gateway, request: PaymentRequest): Transaction {
  const { merchantId, terminalId, reference, description, transactionType, currency, amount } = request
  const { customer, customerIp, returnUrl, errorUrl, cancelUrl, metadata, session, captureBy } = request
  return newTransaction(
    {
      merchantId,
      terminalId,
      sessionId: session?.sessionId ?? null,
      reference,
      description,
      transactionType,
      currency,
      amount,
      captureBy,
      customer,
      customerIp,
      paymentMethod: unopenedMethod(request),
      initiatedBy: transactionType === 'PAYOUT' ? 'MERCHANT' : 'CUSTOMER',
      returnUrl,
      errorUrl,
      cancelUrl,
      metadata,
    },
    clock.now(),
  )
}

/** Nothing is decrypted for a refusal; a payout's account needs no decrypting. */
function unopenedMethod({ paymentMethod: method }: PaymentRequest): PaymentMethodView {
  const masked = method.kind === 'bank-account' ? maskAccount(method.beneficiary.accountNumber.reveal()) : null
  return { method: masked ?? nameOf(method), type: method.type, masked, brand: null, hash: null, token: null }
}
