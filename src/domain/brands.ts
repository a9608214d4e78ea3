/** Card brands that records name; an unknown brand is null (docs/reference/card-data.md#what-a-record-shows). */
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

/** First and last prefix of card numbers, of equal length; the brand is null if no record names it. */
type Range = readonly [brand: Brand | null, from: string, to: string]

/** Elo's ranges, of six digits because fewer would include other networks. An end lists only the digits that differ. */
const ELO = `401178 401179 431274 438935 451416 457393 457631 457632 504175 506699-778 509000-999 627780 636297 636368
  650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-20 651652-79 655000-19 655021-58`

/** As the networks publish them. Those without a brand come first: some are inside another network's range. */
const RANGES: readonly Range[] = [
  ...ELO.split(/\s+/).map((range): Range => {
    const [from = '', end = ''] = range.split('-')
    return [null, from, from.slice(0, from.length - end.length) + end]
  }),
  // Dankort alone; a card that is also Visa begins with 4571 and stays Visa.
  [null, '5019', '5019'],
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
  ['diners', '3095', '3095'],
  ['diners', '36', '36'],
  ['diners', '38', '39'],
  ['jcb', '3528', '3589'],
  ['unionpay', '62', '62'],
  ['unionpay', '810', '817'],
  ['dinacard', '9891', '9891'],
  // RuPay, Mir and Troy.
  [null, '508', '508'],
  [null, '60', '60'],
  [null, '81', '82'],
  [null, '2200', '2204'],
  [null, '9792', '9792'],
]

const RANGES_BY_DIGIT = Array.from({ length: 10 }, (_, digit) =>
  RANGES.filter(([, from, to]) => Number(from[0]) <= digit && digit <= Number(to[0])),
)

/** Usual length for networks that no record names. */
const USUAL_LENGTHS = [16]

/** Brand of a full card number or of its first digits; null if no record names its network. */
export function brandOf(number: string): Brand | null {
  return rangeOf(number)?.[0] ?? null
}

/** Lengths of numbers that a network issues for six or more first digits; empty if none does. */
export function issuedLengthsOf(number: string): readonly number[] {
  const range = rangeOf(number)
  if (!range) return []
  const [brand] = range
  return brand === null ? USUAL_LENGTHS : LENGTHS[brand]
}

function rangeOf(number: string): Range | undefined {
  return RANGES_BY_DIGIT[Number(number[0])]?.find(([, from, to]) => {
    const prefix = number.slice(0, from.length)
    return prefix.length === from.length && prefix >= from && prefix <= to
  })
}

/** Number lengths (docs/reference/card-data.md#lengths). Visa's 13 are for tests; Maestro and UnionPay vary by issuer. */
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

/** Lengths that ISO/IEC 7812-1 allows and issuers use. */
const ANY_LENGTH = LENGTHS.maestro

/** Possible lengths of a brand's card numbers, shortest first; 12 to 19 for an unknown brand. */
export function lengthsOf(brand: Brand | null): readonly number[] {
  return brand === null ? ANY_LENGTH : LENGTHS[brand]
}

/** Digits of the security code (docs/reference/requests.md#encrypted-fields). */
export function cvvLengthOf(brand: Brand | null): 3 | 4 {
  return brand === 'amex' ? 4 : 3
}
