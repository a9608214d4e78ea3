import { describe, expect, it } from 'vitest'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import { directionOf, LOCALES, type Locale, localeOf } from '#web/shared/locales.ts'
import { bankTextsOf } from '#web/simulators/texts/index.ts'
import { agreementWords } from './agreement-words.ts'

type Entry = readonly [place: string, text: string]

/** Words that are the same in English and another language. */
const SAME = ['UPI', 'QR code', 'Card', 'Date', 'Reference', 'Simulator', 'Wallets', '(optional)']

function entriesOf(texts: object, place = ''): Entry[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[place + name, value] as const] : entriesOf(value as object, `${place}${name}.`),
  )
}

const allTexts = (locale: Locale) => [
  ...entriesOf(hostedTextsOf(locale), 'page: '),
  ...entriesOf(textsOf(locale), 'fields: '),
  ...entriesOf(bankTextsOf(locale), 'bank: '),
]
const ENGLISH = new Map(allTexts('en-US'))
const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const isPlural = (place: string) => place.includes('agreement.every.')

describe.each(LOCALES.filter((locale) => locale !== 'en-US'))('in %s', (locale) => {
  const texts = allTexts(locale)

  it('no text is left in English, but for words that are the same', () => {
    const same = texts.filter(([place, text]) => ENGLISH.get(place) === text && !SAME.includes(text))
    expect(same).toEqual([])
  })

  it('no text is empty, or has blanks at its ends or two in a row', () => {
    expect(texts.filter(([, text]) => text === '' || /^\s|\s$|\s{2}/.test(text))).toEqual([])
  })

  it('every failed payment says in the same words that nothing was charged', () => {
    const { expired, declined, notAuthenticated, timedOut, notPossible } = hostedTextsOf(locale)
    const nothingCharged = expired.words.split('.')[0]!.toLowerCase().split(' ')
    const failures = [declined, notAuthenticated, timedOut, notPossible].map((text) => text.toLowerCase())
    expect(failures.filter((text) => !nothingCharged.every((word) => text.includes(word)))).toEqual([])
  })

  it('every text has the names that the English one has', () => {
    const wrong = texts.filter(
      ([place, text]) => !isPlural(place) && `${names(text)}` !== `${names(ENGLISH.get(place)!)}`,
    )
    expect(wrong).toEqual([])
  })

  it('an agreement has a form for every number of days, in the words of the language', () => {
    const { every } = hostedTextsOf(locale).agreement
    const rules = new Intl.PluralRules(locale)
    const needed = new Set([2, 3, 5, 7, 14, 21, 30, 90, 100, 365].map((days) => rules.select(days)))
    expect([...needed].filter((form) => every[form] === undefined && needed.size > 2)).toEqual([])
  })
})

const TERMS = {
  description: 'Plan',
  maxAmount: 5000n,
  frequencyDays: 30,
  endsOn: '2090-01-31',
  currency: 'EUR',
} as never

it.each([
  ['de-DE', 1, 'jeden Tag'],
  ['de-DE', 30, 'alle 30 Tage'],
  ['cs-CZ', 3, 'každé 3 dny'],
  ['cs-CZ', 30, 'každých 30 dní'],
  ['pl-PL', 30, 'co 30 dni'],
  ['ro-RO', 7, 'la fiecare 7 zile'],
  ['bs-BA', 2, 'svaka 2 dana'],
  ['ar', 2, 'كل يومين'],
  ['ar', 7, 'أيام'],
  ['ar', 30, 'يومًا'],
] as const)('in %s a card that is charged every %s days is charged “%s”', (locale, frequencyDays, words) => {
  expect(agreementWords({ ...(TERMS as object), frequencyDays } as never, locale)).toContain(words)
})

it.each(LOCALES)('in %s an agreement ends with how to cancel it', (locale) => {
  const { cancel } = hostedTextsOf(locale).agreement
  expect(agreementWords(TERMS, locale).endsWith(` ${cancel}`)).toBe(true)
})

it.each([
  [['de-AT'], 'de-DE'],
  [['pt_BR'], 'pt-PT'],
  [['AR-EG'], 'ar'],
  [['ro'], 'ro-RO'],
  [['ja', 'fi'], 'fi-FI'],
  [['fil'], 'en-US'],
  [[], 'en-US'],
] as const)('of %j the page is in %s', (wanted, locale) => {
  expect(localeOf(wanted)).toBe(locale)
})

it('Arabic alone runs from right to left', () => {
  expect(LOCALES.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar'])
})
