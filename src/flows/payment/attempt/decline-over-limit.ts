import type { NextStep } from '#domain/next-step.ts'
import { schemeLimitsOf } from '#domain/scheme-limits.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { countDeclinedAsks } from '#store/transactions/declined-asks.ts'
import type { Gateway } from '../../gateway.ts'
import { finalize } from '../outcome/finalize.ts'
import type { ActiveAttempt } from './active-attempt.ts'

const OVER_LIMIT = gatewayOutcome('4200', "The card's scheme allows no further attempt for this amount yet.")

/**
 * Declines a charge by agreement whose card's scheme allows no further ask, before a provider hears of it
 * (docs/reference/agreements.md#limits-of-the-schemes).
 * @returns undefined if it may go on
 */
export async function declineOverLimit(
  gateway: Gateway,
  { transaction, attemptId, instrument }: ActiveAttempt,
): Promise<NextStep | undefined> {
  if (instrument.kind !== 'card' || !instrument.byAgreement) return undefined
  for (const { declines, seconds } of schemeLimitsOf(instrument.card.maskedCard.brand)) {
    if ((await countDeclinedAsks(gateway.sql, transaction, seconds)) < declines) continue
    return finalize(gateway, transaction, OVER_LIMIT, { expected: 'provider-answer', attemptId })
  }
  return undefined
}
