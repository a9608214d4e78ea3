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

/** Indian Financial System Code (Reserve Bank of India). ASCII only: others, such as the dotless i, capitalize into these. */
const IFSC = /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/

/** True for an Indian Financial System Code in upper or lower case (docs/reference/payments.md#beneficiary). */
export function isIfsc(text: string): boolean {
  return IFSC.test(text)
}

/** An account number without the blanks and invisible signs that people type or copy. */
export function plainAccountNumber(text: string): string {
  return text.replaceAll(/[\s\p{Cf}]/gu, '')
}

const SHOWN = 4

/** One star per hidden character, the last four in clear; all stars where that would show everything. */
export function maskAccount(number: string): string {
  const characters = [...number]
  if (characters.length <= SHOWN) return '*'.repeat(characters.length)
  return '*'.repeat(characters.length - SHOWN) + characters.slice(-SHOWN).join('')
}
