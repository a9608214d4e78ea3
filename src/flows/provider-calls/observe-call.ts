import type { ProviderAccount } from '#domain/merchant.ts'
import { statusOf } from '#domain/transaction.ts'
import { type InquiryAnswer, UnknownOutcome } from '#providers/port/provider.ts'
import type { CallOutcome, ObservedCall, Observer } from '../observer.ts'

/** Makes a call and counts it with its duration, even if it fails. @throws what the call throws */
export async function observeCall<Answer>(
  observer: Pick<Observer, 'providerCalled'>,
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
    observer.providerCalled({ providerAccountId, operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
  }
}

export function isRefusal(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length > 0
  const given = answer as InquiryAnswer | undefined
  if (given?.kind === 'authentication-required') return true
  return given?.kind === 'outcome' && !['APPROVED', 'PENDING'].includes(statusOf(given.outcome))
}
