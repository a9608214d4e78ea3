import type { ProviderAccount } from '#domain/merchant.ts'
import { statusOf } from '#domain/transaction.ts'
import { type InquiryAnswer, UnknownOutcome } from '#providers/provider.ts'

/** What a provider was asked for and what came of it, as the metrics count it (docs/operate/monitoring.md#figures). */
export interface ObservedCall {
  readonly providerAccountId: string
  readonly operation: 'charge' | 'follow_up' | 'inquiry' | 'reversal' | 'probe'
  readonly outcome: CallOutcome
  readonly seconds: number
}

/**
 * - `answered`: approved, confirmed, pending, or waiting for the shopper
 * - `refused`: the provider said no: a decline, or a problem that a probe found
 * - `unknown`: no usable answer
 * - `failed`: we could not ask at all; the log says why
 */
export type CallOutcome = 'answered' | 'refused' | 'unknown' | 'failed'

/** Makes a call and counts it with its duration, whatever comes of it. @throws what the call throws */
export async function observeCall<Answer>(
  observe: (call: ObservedCall) => void,
  { providerAccountId }: ProviderAccount,
  operation: ObservedCall['operation'],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now()
  let outcome: CallOutcome = 'failed'
  try {
    const answer = await ask()
    outcome = isRefusal(answer) ? 'refused' : 'answered'
    return answer
  } catch (error) {
    if (error instanceof UnknownOutcome) outcome = 'unknown'
    throw error
  } finally {
    observe({ providerAccountId, operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
  }
}

/** Whether a provider said no. */
export function isRefusal(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length > 0
  const given = answer as InquiryAnswer | undefined
  if (given?.kind === 'authentication-required') return true
  return given?.kind === 'outcome' && !['APPROVED', 'PENDING'].includes(statusOf(given.outcome))
}
