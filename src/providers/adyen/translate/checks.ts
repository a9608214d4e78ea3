import { type CardChecks, type CheckResult, getText } from '#providers/port/tools.ts'

/** By the first number of Adyen's `cvcResult`: `1 Matches`. */
const CVC_RESULTS: Readonly<Record<string, CheckResult>> = {
  1: 'match',
  2: 'no_match',
  3: 'not_checked',
  4: 'not_checked',
  6: 'not_checked',
}

/** By the first number of `avsResult`: `7 Both postal code and address match`. */
const AVS_RESULTS: Readonly<Record<string, CheckResult>> = {
  1: 'partial_match',
  2: 'no_match',
  5: 'not_checked',
  6: 'partial_match',
  7: 'match',
}

export function checksOf(additionalData: unknown): CardChecks | null {
  const [cvc, avs] = [getText(additionalData, 'cvcResult'), getText(additionalData, 'avsResult')]
  if (cvc === undefined && avs === undefined) return null
  return { cvv: resultOf(CVC_RESULTS, cvc), avs: resultOf(AVS_RESULTS, avs) }
}

function resultOf(results: Readonly<Record<string, CheckResult>>, text: string | undefined): CheckResult {
  if (text === undefined) return 'not_checked'
  return results[text.split(' ', 1)[0]!] ?? 'unavailable'
}
