import type { StopReason } from './agreement.ts'

export const ADVICE = ['TRY_LATER', 'UPDATE_CARD', 'DO_NOT_TRY', 'REVOKED'] as const

export type Advice = (typeof ADVICE)[number]

const HOUR = 1
const DAY = 24

/** Merchant advice codes, with the hours to wait where they name some (docs/reference/agreements.md#advice). */
const CODES: Readonly<Record<string, { readonly advice: Advice; readonly waitHours?: number }>> = {
  '01': { advice: 'UPDATE_CARD' },
  '02': { advice: 'TRY_LATER' },
  '03': { advice: 'DO_NOT_TRY' },
  '21': { advice: 'REVOKED' },
  '24': { advice: 'TRY_LATER', waitHours: HOUR },
  '25': { advice: 'TRY_LATER', waitHours: DAY },
  '26': { advice: 'TRY_LATER', waitHours: 2 * DAY },
  '27': { advice: 'TRY_LATER', waitHours: 4 * DAY },
  '28': { advice: 'TRY_LATER', waitHours: 6 * DAY },
  '29': { advice: 'TRY_LATER', waitHours: 8 * DAY },
  '30': { advice: 'TRY_LATER', waitHours: 10 * DAY },
}

export const ADVICE_CODES: readonly string[] = Object.keys(CODES)

/** Meaning of an advice code; null without a code and for one that no scheme defines. */
export function adviceOf(code: string | undefined): Advice | null {
  return CODES[code ?? '']?.advice ?? null
}

/** Hours that an advice code asks to wait; 0 if it names none. */
export function adviceWaitHours(code: string | undefined): number {
  return CODES[code ?? '']?.waitHours ?? 0
}

/** Response codes of a permission that the cardholder withdrew. */
const REVOKED: readonly string[] = ['R0', 'R1', 'R3']

/** Response codes of a card that is closed, lost, stolen or unknown (ISO 8583, field 39). */
const CLOSED: readonly string[] = ['04', '07', '14', '15', '41', '43', '46']

interface Declined {
  readonly providerResponseCode: string | null
  readonly advice: Advice | null
}

/** Reason to suspend an agreement after a declined charge; undefined if it can be charged again. */
export function suspensionOf({ providerResponseCode, advice }: Declined): StopReason | undefined {
  if (advice === 'DO_NOT_TRY' || advice === 'REVOKED') return 'REVOKED'
  if (REVOKED.includes(providerResponseCode ?? '')) return 'REVOKED'
  return CLOSED.includes(providerResponseCode ?? '') ? 'CARD_CLOSED' : undefined
}
