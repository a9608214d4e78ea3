import { accountCapabilities, type MethodCapabilities } from '#domain/capabilities.ts'
import type { Parent } from '#domain/follow-up.ts'
import { newId } from '#domain/ids.ts'
import type { KeptJson } from '#domain/kept-text.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { methodName } from '#domain/payment-methods.ts'
import type { Transaction } from '#domain/transaction.ts'
import { originalType } from '#domain/transaction-type.ts'
import type { Call, FollowUp, ParentAttempt, ProviderAnswer } from '#providers/port/provider.ts'
import type { NewAttempt } from '#store/transactions/intent.ts'
import type { Gateway } from '../gateway.ts'
import { accountOf, latestAttemptOf } from '../payment/inquiry/inquire.ts'
import { callProvider } from '../provider-calls/call-provider.ts'
import { noticeUrl } from '../provider-calls/callback-urls.ts'
import { isRefusal } from '../provider-calls/observe-call.ts'
import type { FollowUpRequest } from './request.ts'

/** The only attempt of a follow-up, with the account that approved its parent. */
export interface FollowUpAttempt extends NewAttempt {
  readonly account: ProviderAccount
  /** Of the payment method, if the provider still declares it. */
  readonly capabilities: MethodCapabilities | undefined
  readonly parent: ParentAttempt
  /** Metadata of the original, which the event repeats. */
  readonly parentMetadata: KeptJson | null
}

export async function attemptOf(
  gateway: Gateway,
  { transaction }: Pick<Parent, 'transaction'>,
): Promise<FollowUpAttempt> {
  const approved = await latestAttemptOf(gateway, transaction)
  const { provider, providerAccountId, attemptId, providerReference } = approved
  const { amount, currency, paymentMethod, metadata: parentMetadata } = transaction
  const account = await accountOf(gateway, approved)
  const money = { amount, currency }
  const method = methodName(paymentMethod)
  const operation = originalType(transaction)
  const parent = { attemptId, operation, money, paymentMethod: method, providerReference }
  const capabilities = accountCapabilities(gateway.providers, account, method)
  const by = { provider, providerAccountId, account, capabilities }
  return { attemptId: newId('att'), number: 1, ...by, parent, parentMetadata }
}

/** Sends a follow-up to the provider. Logs a failure, because the payment itself was approved. */
export async function submitFollowUp(
  gateway: Gateway,
  transaction: Transaction,
  { type: operation, finalCapture }: Pick<FollowUpRequest, 'type' | 'finalCapture'>,
  { account, attemptId, parent }: FollowUpAttempt,
): Promise<ProviderAnswer | 'unknown'> {
  const { id: transactionId, merchantId, reference, amount, currency, metadata } = transaction
  const followUp: FollowUp = {
    attemptId,
    transactionId,
    merchantId,
    reference,
    operation,
    money: { amount, currency },
    finalCapture,
    parent,
    noticeUrl: noticeUrl(gateway, account),
    metadata: metadata ?? {},
  }
  const about = { account, merchantId, attemptId }
  let requestId: string | null = null
  const answer = await callProvider(gateway, about, 'followUp', (provider, call) => {
    const noteExchange: Call['noteExchange'] = (exchange) => {
      requestId = exchange.requestId ?? requestId
      call.noteExchange(exchange)
    }
    return provider.followUp({ ...call, noteExchange }, followUp)
  })
  if (answer === 'unknown' || isRefusal(answer)) {
    const { providerAccountId } = account
    gateway.log.warn({ providerAccountId, operation, attemptId, requestId }, 'follow-up failed at the provider')
  }
  return answer
}
