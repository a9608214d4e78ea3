import type { CardInstrument } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import { claimStep } from '#store/three-ds/authentication-steps.ts'
import {
  type Authentication,
  type AuthenticationSecret,
  findAuthenticationSecret,
} from '#store/three-ds/authentications.ts'
import type { TransactionExtras } from '#store/transactions/transaction-row.ts'
import { findTransactionWithExtras } from '#store/transactions/transactions.ts'
import type { PaymentDataBinding } from '#vault/vault.ts'
import { bindingOf } from '../attempt/authenticate.ts'
import type { OpenAttempt } from '../attempt/open-attempt.ts'
import type { Gateway } from '../gateway.ts'
import { endInterrupted } from '../outcome/abandon.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { answerMarginSeconds } from '../provider-calls/call-provider.ts'
import { accountOf } from '../provider-calls/inquire.ts'
import { type Shop, shopOf } from './shop-of.ts'

/** An attempt that goes on after the shopper's step, with the key its next payment_data is sealed with. */
export interface ReopenedAttempt extends OpenAttempt {
  readonly instrument: CardInstrument
  readonly sealedKey: Uint8Array
  readonly shop: Shop
}

/**
 * Claims the step that is due: exactly one caller gets the attempt, with the card that was sealed for the step.
 * @returns the transaction's answer for everybody else, and where the secret is gone
 */
export async function claimAttempt(
  gateway: Gateway,
  authentication: Authentication,
  step: PaymentDataBinding['step'],
): Promise<{ readonly attempt: ReopenedAttempt } | { readonly answer: NextStep }> {
  const { merchantId, transactionId } = authentication
  const mine = await claimStep(gateway.sql, authentication, step, answerMarginSeconds(gateway))
  if (!mine) return { answer: await currentAnswer(gateway, merchantId, transactionId) }
  const [found, secret] = await Promise.all([
    findTransactionWithExtras(gateway.sql, merchantId, transactionId),
    findAuthenticationSecret(gateway.sql, merchantId, transactionId),
  ])
  if (!found) throw new Error(`Transaction ${transactionId} is gone.`)
  if (!secret) return { answer: await endInterrupted(gateway, found.transaction) }
  return { attempt: await reopen(gateway, authentication, step, found, secret) }
}

async function reopen(
  gateway: Gateway,
  { merchantId, threeDsServerTransId, round, attemptId }: Authentication,
  step: PaymentDataBinding['step'],
  found: TransactionExtras & { readonly transaction: Transaction },
  { sealedKey, paymentData }: AuthenticationSecret,
): Promise<ReopenedAttempt> {
  const { transaction } = found
  const providerAccountId = transaction.processingResult.paymentProviderAccountId ?? ''
  const account = await accountOf(gateway, { merchantId, providerAccountId })
  const binding = { ...bindingOf(transaction), threeDsServerTransId, step, round }
  const card = gateway.vault.openPaymentData(sealedKey, binding, paymentData)
  const shop = await shopOf(gateway, transaction)
  return {
    ...found,
    attemptId,
    round,
    account,
    instrument: { kind: 'card', card, cryptogram: null },
    merchantName: shop.name,
    shop,
    sealedKey,
  }
}
