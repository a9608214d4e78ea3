import type { Agreement } from '#domain/agreement.ts'
import { newId } from '#domain/ids.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { withProviderAccount } from '#domain/new-transaction.ts'
import { invalid } from '#domain/problem.ts'
import { ReferenceTaken } from '#domain/reference.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Intent, IntentAnswer } from '#store/transactions/intent.ts'
import { findReferenceHolder } from '#store/transactions/intents.ts'
import { StaleConfig } from '../../config-cache.ts'
import type { Gateway } from '../../gateway.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import type { PaymentRequest } from './payment-request.ts'
import { digestSubscriber } from './subscriber.ts'

type TakenReason = Extract<IntentAnswer['kind'], 'session-busy' | 'session-over' | 'too-many-declines'>

/** Session with a payment in progress, closed, or of a link with too many declines; `sessions/pay.ts` decides what follows. */
export class SessionTaken extends Error {
  override name = 'SessionTaken'
  readonly reason: TakenReason

  constructor(reason: TakenReason) {
    super(reason)
    this.reason = reason
  }
}

export interface PreparedPayment extends Pick<Intent, 'transaction' | 'storedCard' | 'newAgreement' | 'walletMessage'> {
  readonly instrument: Instrument
  readonly agreement: Agreement | null
}

/**
 * Commits the intent before any external call.
 * @throws RequestError 422 on a taken `reference` (docs/reference/references.md#authorize) or a used wallet token
 * @throws SessionTaken for a payment of a session
 */
export async function recordIntent(
  gateway: Gateway,
  config: TerminalConfig,
  request: PaymentRequest,
  payment: PreparedPayment,
  account: ProviderAccount,
): Promise<ActiveAttempt> {
  const { instrument, agreement, storedCard, newAgreement, walletMessage } = payment
  const transaction = withProviderAccount(account, payment.transaction)
  const { notificationUrl, shopperPage = null } = request
  const browserInfo = request.paymentMethod.kind === 'agreement' ? null : request.browserInfo
  const extras = { browserInfo, notificationUrl, shopperPage }
  const attempt = {
    attemptId: newId('att'),
    number: 1,
    provider: account.provider,
    providerAccountId: account.providerAccountId,
  }
  const { version } = config
  const kept = { storedCard, newAgreement, walletMessage }
  const answer = await gateway.writer.recordIntent({
    version,
    transaction,
    attempt,
    referenceKind: request.referenceKind,
    ...kept,
    ...extras,
    subscriber: subscriberOfLink(gateway, transaction),
  })
  if (answer.kind === 'outdated') throw new StaleConfig()
  if (answer.kind === 'reference-taken') throw new ReferenceTaken(answer.holder)
  if (answer.kind === 'wallet-message-spent') throw spentWalletMessage()
  if (answer.kind !== 'recorded') throw new SessionTaken(answer.kind)
  const merchantName = config.merchant.name
  return {
    transaction,
    ...extras,
    attemptId: attempt.attemptId,
    round: 1,
    account,
    instrument,
    agreement,
    merchantName,
  }
}

/** Keyed digest of the subscriber that pays a link; null for other payments. */
function subscriberOfLink(gateway: Gateway, { merchantId, paymentLinkId, customerIp }: Transaction): string | null {
  return paymentLinkId === null || customerIp === null ? null : digestSubscriber(gateway, merchantId, customerIp)
}

/**
 * Reports a taken reference before a refusal (docs/reference/requests.md#order-of-errors). @throws RequestError 422 on
 * `reference`
 */
export async function checkReference(gateway: Gateway, request: PaymentRequest): Promise<void> {
  const { merchantId, terminalId, reference, session } = request
  const holder = await findReferenceHolder(gateway.sql, merchantId, terminalId, reference)
  const isOwn = holder?.id === session?.sessionId || holder?.id === session?.paymentLinkId
  if (holder && !isOwn) throw new ReferenceTaken(holder)
}

function spentWalletMessage() {
  const message = 'This wallet token was paid with before; ask the wallet for a new one.'
  return invalid('payment_method.data.walleta_pay_token', message)
}
