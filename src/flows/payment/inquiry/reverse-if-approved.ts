import { type Attempt, requestReversal } from '#store/transactions/attempts.ts'
import type { Gateway } from '../../gateway.ts'
import { inquire } from './inquire.ts'

/** Reverses a charge that came after the end, or after another attempt replaced it (docs/reference/unknown-outcomes.md). */
export async function reverseIfApproved(gateway: Gateway, attempt: Attempt): Promise<void> {
  const { result } = await inquire(gateway, attempt, { isOver: true })
  const isApproved = result !== 'unknown' && result.kind === 'outcome' && result.outcome.code === '0000'
  if (!isApproved) return
  if (await requestReversal(gateway.sql, attempt.merchantId, attempt.attemptId)) warnOfGivenUp(gateway, attempt)
}

/** An operator has to review it (docs/operate/monitoring.md#reversals-that-failed). */
export function warnOfGivenUp({ log }: Gateway, { attemptId, transactionId, providerAccountId }: Attempt): void {
  log.warn({ attemptId, transactionId, providerAccountId }, 'reversal given up')
}
