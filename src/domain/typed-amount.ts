import { withPlainDigits } from './plain-digits.ts'

/** Maximum length: all digits of an int64 with groups, decimals and a currency fit several times. */
const MAX_LENGTH = 64

/** Major units with groups of three digits, and decimals: `1,000.50`, `1.000,50`, `1 000.50`, `1’000,50`, `,50`, `40.` */
const NOTATIONS = [
  /^(?=.*\d)(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^(?=.*\d)(\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
  /^([1-9]\d{0,2}([\s'’])\d{3}(?:\2\d{3})*)(?:[.,](?<decimals>\d+))?$/,
]

/**
 * Amounts in minor units that entered text may mean: none unless it is above zero, two if a separator has two readings.
 * Arabic `٫` is always a decimal sign, and `٬` never one. Other readings are English, so `1,000` is a thousand unless the currency has three decimals. Runs in browsers too.
 * @param digits minor-unit digits @param marks names of the currency that may be before or after the number
 */
export function readAmounts(text: string, digits: number, marks: readonly string[] = []): readonly bigint[] {
  if (text.length > MAX_LENGTH) return []
  const number = withoutMark(toAscii(text), marks)
  const [, whole, fraction] = /^([1-9]\d{0,2})\.(\d{3})$/.exec(number) ?? []
  const isArabic = /[٫٬]/.test(text)
  if (whole !== undefined && fraction !== undefined && digits < 3)
    return pointReadings(whole, fraction, digits).slice(0, isArabic ? 1 : 2)
  const amounts = NOTATIONS.slice(0, isArabic ? 1 : undefined).map((notation) =>
    amountIn(notation.exec(number), digits),
  )
  return [...new Set(amounts)].filter((amount) => amount !== undefined && amount > 0n) as bigint[]
}

/** Point and three digits in a currency with fewer decimals: `1.000` is one, or a thousand if points group. */
function pointReadings(whole: string, fraction: string, digits: number): readonly bigint[] {
  if (/[1-9]/.test(fraction.slice(digits))) return []
  return [BigInt(whole + fraction.slice(0, digits)), BigInt(whole + fraction.padEnd(3 + digits, '0'))]
}

function amountIn(match: RegExpExecArray | null, digits: number): bigint | undefined {
  if (match === null) return undefined
  const whole = match[1]!.replaceAll(/\D/g, '')
  const fraction = (match.groups ? match.groups.decimals : match[2]) ?? ''
  return fraction.length > digits ? undefined : BigInt(whole + fraction.padEnd(digits, '0'))
}

/** Converts digits, points and commas to ASCII, without marks of direction. */
function toAscii(text: string): string {
  const plain = withPlainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  return plain.replaceAll(/[٫．]/g, '.').replaceAll(/[٬،，]/g, ',')
}

function withoutMark(text: string, marks: readonly string[]): string {
  for (const mark of marks) {
    if (text.startsWith(mark)) return text.slice(mark.length).trimStart()
    if (text.endsWith(mark)) return text.slice(0, -mark.length).trimEnd()
  }
  return text
}

/** Amount in English notation with grouped thousands: `2,500.000`. */
export function groupDigits(amount: bigint, digits: number): string {
  const text = String(amount).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return digits === 0 ? whole : `${whole}.${text.slice(-digits)}`
}
