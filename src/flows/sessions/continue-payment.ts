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

/** @throws RequestError `not-found` for what is no payment of this session */
export function paymentOf({ payments }: SessionState, transactionId: string): Transaction {
  return orNotFound(
    payments.find(({ id }) => id === transactionId),
    'transaction',
  )
}

/**
 * The browser says that it did its part; which step is due is known here. After a fingerprint the issuer is asked. A
 * challenge goes on only once the bank has sent the shopper back to our own address.
 */
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
  // Where the time is over, the page need not wait for the worker to notice.
  if (await hasExpired(gateway.sql, merchantId, id)) return expire(gateway, transaction, null)
  return currentAnswer(gateway, merchantId, id)
}
