import { brandOf, lengthsOf } from '../../../src/domain/brands.ts'
import { digitsOf } from './typing.ts'

/** Digits of each group as they are embossed; four and four by default. */
const GROUPS: Readonly<Record<string, readonly number[]>> = { amex: [4, 6, 5], diners: [4, 6, 9] }
const FOURS = [4, 4, 4, 4, 3]

/** Groups the digits of a card number, ignoring other separators and digits beyond its brand's maximum. */
export function formatNumber(text: string): string {
  const brand = brandOf(digitsOf(text))
  let rest = digitsOf(text).slice(0, lengthsOf(brand).at(-1))
  const groups = (GROUPS[brand ?? ''] ?? FOURS).map((length) => {
    const group = rest.slice(0, length)
    rest = rest.slice(length)
    return group
  })
  return groups.filter((group) => group !== '').join(' ')
}
