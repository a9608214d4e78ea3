import type { Secret } from './secret.ts'

/** Receiver of a payout (docs/reference/payments.md#beneficiary). */
export interface Beneficiary {
  readonly type: 'bank_account'
  readonly accountNumber: Secret<string>
  readonly accountName: string
  /** Bank and branch in India, in capitals; null elsewhere. */
  readonly ifsc: string | null
  readonly bankCode: string | null
  readonly bankName: string | null
  readonly bankBranch: string | null
  readonly bankAddress: string | null
  readonly bankCity: string | null
  readonly bankState: string | null
  readonly mobile: string | null
}

/** Indian Financial System Code (Reserve Bank of India). ASCII only: letters such as dotless i capitalize into these. */
const IFSC = /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/

export function isIfsc(text: string): boolean {
  return IFSC.test(text)
}

/** Removes the blanks and invisible characters that people type or copy. */
export function plainAccountNumber(text: string): string {
  return text.replaceAll(/[\s\p{Cf}]/gu, '')
}

const SHOWN = 4

/** Masks all but the last four characters; all of them if that would show everything. */
export function maskAccount(number: string): string {
  const characters = [...number]
  if (characters.length <= SHOWN) return '*'.repeat(characters.length)
  return '*'.repeat(characters.length - SHOWN) + characters.slice(-SHOWN).join('')
}
