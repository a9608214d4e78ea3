import { setTimeout as sleep } from 'node:timers/promises'
import type { NextStep } from '#domain/next-step.ts'
import type { ShopperStep, Transaction } from '#domain/transaction.ts'
import { findAuthenticationSecret, findLatestAuthentication } from '#store/three-ds/authentications.ts'
import { findTransaction, findTransactionWithExtras } from '#store/transactions/transactions.ts'
import type { Gateway } from '../../gateway.ts'
import { answerMarginSeconds } from '../../provider-calls/call-provider.ts'
import { actionDue } from '../actions/action-due.ts'

const FIRST_POLL_MS = 10
const LONGEST_POLL_MS = 250

/**
 * Current result of a transaction, or its due step. Waits for another caller's provider call, so that parallel callers
 * all get one result.
 * @param patienceSeconds maximum wait before the transaction is shown as it is
 */
export async function currentAnswer(
  gateway: Gateway,
  merchantId: string,
  id: string,
  patienceSeconds = answerMarginSeconds(gateway),
): Promise<NextStep> {
  const patience = Date.now() + patienceSeconds * 1000
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)) {
    const transaction = await findTransaction(gateway.sql, merchantId, id)
    if (!transaction) throw new Error(`Transaction ${id} is gone.`)
    if (transaction.awaiting === 'authentication') return authenticationDue(gateway, transaction)
    if (transaction.awaiting !== 'provider-answer' || Date.now() > patience) return toNextStep(transaction)
    await sleep(pollMs)
  }
}

/** Result of a transaction that waits for no 3-D Secure step. */
export function toNextStep(transaction: Transaction): NextStep {
  const { shopperStep } = transaction
  return shopperStep ? shopperStepOf(transaction, shopperStep) : { kind: 'result', transaction }
}

function shopperStepOf(transaction: Transaction, step: ShopperStep): NextStep {
  if (step.kind === 'redirect') return { kind: 'redirect', transaction, url: step.url }
  if (step.kind === 'form') return { kind: 'form-submit', transaction, url: step.url, data: step.data }
  const { type, token, paymentData } = step
  return {
    kind: 'action',
    transaction,
    action: { sessionId: transaction.sessionId ?? transaction.id, type, token, paymentData, isMadeUp: true },
  }
}

async function authenticationDue(gateway: Gateway, transaction: Transaction): Promise<NextStep> {
  const { merchantId, id } = transaction
  const [authentication, secret, found] = await Promise.all([
    findLatestAuthentication(gateway.sql, merchantId, id),
    findAuthenticationSecret(gateway.sql, merchantId, id),
    findTransactionWithExtras(gateway.sql, merchantId, id),
  ])
  if (!authentication || !secret) return { kind: 'result', transaction }
  return actionDue(gateway, transaction, authentication, secret.paymentData, found?.shopperPage?.windowSize)
}
