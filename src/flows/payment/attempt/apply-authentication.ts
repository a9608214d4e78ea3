import { allowsCharge, type FinalTransStatus } from '#domain/authentication.ts'
import { NOT_AUTHENTICATED } from '#domain/declined-by.ts'
import type { NextStep } from '#domain/next-step.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { recordVerdict } from '#store/three-ds/authentication-steps.ts'
import type { Gateway } from '../../gateway.ts'
import { answerMarginSeconds } from '../../provider-calls/call-provider.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { finalize } from '../outcome/finalize.ts'
import type { ActiveAttempt } from './active-attempt.ts'
import { findShop } from './shop.ts'

/** Attempt that may continue at its provider, or the payment's next step. */
export type AuthenticationOutcome = { readonly open: ActiveAttempt } | { readonly step: NextStep }

/** Decides by status (docs/reference/three-ds.md#what-each-status-leads-to). @param level 1 frictionless, 2 challenge */
export async function applyAuthentication(
  gateway: Gateway,
  open: ActiveAttempt,
  { status, level }: { readonly status: FinalTransStatus; readonly level: 1 | 2 },
  allowUnauthenticated: boolean,
): Promise<AuthenticationOutcome> {
  gateway.observer.authenticationEnded(status, level)
  const transaction = { ...open.transaction, authentication: { status, level } }
  if (!allowsCharge(status, allowUnauthenticated)) {
    const outcome = gatewayOutcome('1000', NOT_AUTHENTICATED)
    const { attemptId } = open
    return { step: await finalize(gateway, transaction, outcome, { expected: 'provider-answer', attemptId }) }
  }
  const mine = await recordVerdict(gateway.sql, transaction, answerMarginSeconds(gateway))
  if (mine) return { open: { ...open, transaction } }
  return { step: await currentAnswer(gateway, transaction.merchantId, transaction.id) }
}

/** Unknown enrollment counts like an issuer's U. */
export async function applyUnauthenticated(gateway: Gateway, open: ActiveAttempt): Promise<AuthenticationOutcome> {
  const { allowUnauthenticated } = await findShop(gateway, open.transaction)
  return applyAuthentication(gateway, open, { status: 'U', level: 1 }, allowUnauthenticated)
}
