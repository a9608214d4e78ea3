import { withPlainDigits } from './plain-digits.ts'

/** Italy and its neighbors dial the zero from abroad too; elsewhere `(0)` is for domestic calls. */
const KEEPS_ZERO = /^\+(?:39|37[89])/

/** Number by its numbering plan: `+46 (0)70 …` is +4670…; Mexican mobiles lose the 1 that they had until 2019. */
export function plainPhoneNumber(text: string): string {
  const written = withPlainDigits(text.normalize('NFKC')).replace(/[\s.\-/]/g, '')
  const international = KEEPS_ZERO.test(written) ? written : written.replace(/^(\+\d{1,3})\(0\)/, '$1')
  return international.replace(/[()]/g, '').replace(/^\+521(\d{10})$/, '+52$1')
}
