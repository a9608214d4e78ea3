/** Card brands the records name; an unknown brand is null (docs/reference/card-data.md#what-a-record-shows). */
export const BRANDS = [
  'visa',
  'mastercard',
  'maestro',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'dinacard',
] as const

export type Brand = (typeof BRANDS)[number]

/** First and last prefix of a range of card numbers, as many digits each. */
type Range = readonly [brand: Brand, from: string, to: string]

/**
 * Issuer ranges as the networks publish them; no two overlap. Ranges of networks that the records do not name (RuPay,
 * Elo, Mir, Troy …) are left out and so have no brand.
 */
const RANGES: readonly Range[] = [
  ['visa', '4', '4'],
  ['mastercard', '51', '55'],
  ['mastercard', '2221', '2720'],
  ['maestro', '500', '503'],
  ['maestro', '56', '58'],
  ['maestro', '6304', '6304'],
  ['maestro', '639', '639'],
  ['maestro', '67', '67'],
  ['amex', '34', '34'],
  ['amex', '37', '37'],
  ['discover', '6011', '6011'],
  ['discover', '644', '649'],
  ['discover', '65', '65'],
  ['diners', '300', '305'],
  ['diners', '36', '36'],
  ['diners', '38', '39'],
  ['jcb', '3528', '3589'],
  ['unionpay', '62', '62'],
  ['unionpay', '810', '817'],
  ['dinacard', '9891', '9891'],
]

/** The brand of a full card number or of its first digits; null where no range of the table holds it. */
export function brandOf(number: string): Brand | null {
  const range = RANGES.find(([, from, to]) => {
    const prefix = number.slice(0, from.length)
    return prefix.length === from.length && prefix >= from && prefix <= to
  })
  return range?.[0] ?? null
}

/**
 * How many digits each network's numbers have (docs/reference/card-data.md#lengths). Visa issues none of 13 any more, but still publishes one for tests.
 * Maestro and UnionPay leave it to their issuers.
 */
const LENGTHS: Readonly<Record<Brand, readonly number[]>> = {
  visa: [13, 16, 18, 19],
  mastercard: [16],
  maestro: [12, 13, 14, 15, 16, 17, 18, 19],
  amex: [15],
  discover: [16, 19],
  diners: [14, 16, 19],
  jcb: [16, 17, 18, 19],
  unionpay: [14, 15, 16, 17, 18, 19],
  dinacard: [16],
}

/** What ISO/IEC 7812-1 leaves, and what is in use. */
const ANY_LENGTH = LENGTHS.maestro

/** The lengths a brand's card numbers may have, the shortest first; of an unknown brand 12 to 19. */
export function lengthsOf(brand: Brand | null): readonly number[] {
  return brand === null ? ANY_LENGTH : LENGTHS[brand]
}

/**
 * Digits of the security code: four for American Express, three for everybody else
 * (docs/reference/requests.md#encrypted-fields).
 */
export function cvvLengthOf(brand: Brand | null): 3 | 4 {
  return brand === 'amex' ? 4 : 3
}
