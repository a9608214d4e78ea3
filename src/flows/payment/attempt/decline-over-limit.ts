import type { NextStep } from '#domain/next-step.ts'
import { schemeLimitsOf } from '#domain/scheme-limits.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { recordSchemeAsk } from '#store/transactions/scheme-asks.ts'
import type { Gateway } from '../../gateway.ts'
import { finalize } from '../outcome/finalize.ts'
import type { ActiveAttempt } from './active-attempt.ts'

const OVER_LIMIT = gatewayOutcome('4200', "The card's scheme allows no further attempt for this amount yet.")

/**
 * Declines a charge over its scheme's limit of asks (docs/reference/agreements.md#limits-of-the-schemes).
 * @returns undefined if it may continue
 */
export async function declineOverLimit(gateway: Gateway, open: ActiveAttempt): Promise<NextStep | undefined> {
  const { transaction, attemptId } = open
  if (await reserveAsk(gateway, open, attemptId)) return undefined
  return finalize(gateway, transaction, OVER_LIMIT, { expected: 'provider-answer', attemptId })
}

/** Counts an attempt towards its card scheme's limit. @returns false if the limit is reached */
export async function reserveAsk(
  { sql }: Gateway,
  { transaction, instrument }: Pick<ActiveAttempt, 'transaction' | 'instrument'>,
  attemptId: string,
): Promise<boolean> {
  if (instrument.kind !== 'card' || !instrument.byAgreement) return true
  const limits = schemeLimitsOf(instrument.card.maskedCard.brand)
  return limits.length === 0 || (await recordSchemeAsk(sql, transaction, attemptId, limits))
}
