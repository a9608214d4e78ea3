import { LOCALES } from '../locales.ts'

/** The names of all months in all our languages, without marks and in lower case. */
let names: readonly (readonly [name: string, month: string])[] | undefined

function monthNames(): NonNullable<typeof names> {
  names ??= LOCALES.flatMap((locale) => {
    const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
    const months = Array.from({ length: 12 }, (_, index) => index)
    return months.map(
      (month) => [folded(format(Date.UTC(2030, month, 15))), String(month + 1).padStart(2, '0')] as const,
    )
  })
  return names
}

/** Without marks: Romanian and Swedish dates are also written on plain keyboards. */
function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Reads a month by its name or the first letters of it: `Jan 2030` or `15 Jan 30` becomes `01/2030` or `01/30`. */
export function withMonthNumber(text: string): string {
  const words = text.match(/\p{L}{3,}/gu) ?? []
  if (words.length === 0) return text
  const month = words.flatMap((word) => monthNames().find(([name]) => name.startsWith(folded(word))) ?? [])[1]
  if (month === undefined) return text
  const numbers = text.match(/\d+/g) ?? []
  return `${month}/${numbers.find(({ length }) => length === 4) ?? numbers.at(-1) ?? ''}`
}
