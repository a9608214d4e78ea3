import type { NextStep } from '#domain/next-step.ts'
import { orNotFound } from '#domain/problem.ts'
import type { SessionState } from '#domain/session.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findLatestAuthentication } from '#store/three-ds/authentications.ts'
import { hasExpired } from '#store/transactions/pending-transactions.ts'
import type { Gateway } from '../gateway.ts'
import { completeChallenge } from '../payment/authenticate/complete-authentication.ts'
import { continueFingerprint } from '../payment/authenticate/request-authentication.ts'
import { expire } from '../payment/inquiry/abandon.ts'
import { currentAnswer } from '../payment/outcome/current-answer.ts'
import { receiveReturn } from '../provider-callbacks/receive-return.ts'

/** @throws RequestError `not-found` unless it is a payment of this session */
export function paymentOf({ payments }: SessionState, transactionId: string): Transaction {
  return orNotFound(
    payments.find(({ id }) => id === transactionId),
    'transaction',
  )
}

/** Continues after the due step. A challenge continues only once the bank has returned the shopper to our URL. */
export async function continuePayment(gateway: Gateway, transaction: Transaction): Promise<NextStep> {
  const { merchantId, id, awaiting } = transaction
  if (awaiting === 'authentication') return continueAuthentication(gateway, transaction)
  if (awaiting === 'shopper') await receiveReturn(gateway, merchantId, id)
  return currentAnswer(gateway, merchantId, id)
}

async function continueAuthentication(gateway: Gateway, transaction: Transaction): Promise<NextStep> {
  const { merchantId, id } = transaction
  const authentication = await findLatestAuthentication(gateway.sql, merchantId, id)
  if (authentication?.step === 'FINGERPRINT') return continueFingerprint(gateway, authentication)
  if (authentication?.step === 'CHALLENGE' && authentication.reportedStatus !== null) {
    return completeChallenge(gateway, authentication)
  }
  // The page need not wait for the worker to notice the expiry.
  if (await hasExpired(gateway.sql, merchantId, id)) return expire(gateway, transaction, null)
  return currentAnswer(gateway, merchantId, id)
}
