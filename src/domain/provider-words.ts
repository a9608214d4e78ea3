import type { DisputeReport } from './dispute.ts'
import { type KeptText, keptText } from './kept-text.ts'
import { MAX_AMOUNT } from './money.ts'
import { replaceUnstorable } from './storable-text.ts'

/** Maximum length of a provider's free word and code, and number of movements of a case. */
export const PROVIDER_LIMITS = { word: 64, code: 20, movements: 100 }

/** Provider's text for storage, cut after masking, so that no part of a card number is left. */
export function providerWord(text: string | null, longest = PROVIDER_LIMITS.word): KeptText | null {
  return text === null ? null : (replaceUnstorable(keptText(text.slice(0, 1000)).slice(0, longest)) as KeptText)
}

/** Provider's time, from text or milliseconds; null outside the years 1000 to 9999. */
export function providerTime(time: string | number | undefined): Date | null {
  const date = new Date(time ?? Number.NaN)
  const year = date.getUTCFullYear()
  return year >= 1000 && year <= 9999 ? date : null
}

/** Cuts a report to the stored limits (docs/reference/disputes.md#the-dispute). */
export function withinLimits({ networkReasonCode, amount, movements, ...report }: DisputeReport): DisputeReport {
  const atMost = (units: bigint) => (units < MAX_AMOUNT ? units : MAX_AMOUNT)
  const kept = movements.slice(0, PROVIDER_LIMITS.movements).map((movement) => {
    return { ...movement, id: replaceUnstorable(movement.id), amount: atMost(movement.amount) }
  })
  const code = providerWord(networkReasonCode, PROVIDER_LIMITS.code)
  return { ...report, networkReasonCode: code, amount: atMost(amount), movements: kept }
}
