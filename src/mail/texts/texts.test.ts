import { expect, it } from 'vitest'
import { hostedTextsOf } from '#web/hosted-page/texts/index.ts'
import { LOCALES } from '#web/shared/locales.ts'
import { mailTexts } from './index.ts'

/** Words of the address that a language does not use (docs/contribute/languages.md#review-a-language). */
const OTHER_ADDRESS = [
  ['de-DE', /\b(du|dich|dir|dein\p{L}*)\b/iu],
  ['fr-FR', /\b(tu|toi|ton|tes)\b/iu],
  ['cs-CZ', /\b(ty|ti|tvoje)\b/iu],
  ['ro-RO', /\b(tu|tale)\b/iu],
  ['bs-BA', /\b(ti|tebe|tvoj\p{L}*)\b/iu],
  ['pt-PT', /\b(tu|teu|tua|podes)\b/iu],
  ['es-ES', /\b(usted|le|su|sus|puede ignorarlo|guarde)\b/iu],
  ['it-IT', /\b(Lei|Suo|Sua|conservi)\b/u],
  ['nl-NL', /\b(u|uw)\b/iu],
  ['pl-PL', /\b(Pan|Pani|Pana)\b/u],
  ['da-DK', /\b(De|Dem|Deres)\b/u],
  ['sv-SE', /\b(Ni|Er|Ert)\b/u],
  ['fi-FI', /\b(te|voitte)\b/iu],
] as const

const textsOf = (texts: object): string[] =>
  Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value as object)))

it.each(OTHER_ADDRESS)('in %s mails and pages address shoppers alike', (locale, other) => {
  const texts = [mailTexts(locale), hostedTextsOf(locale)].flatMap(textsOf)
  expect(texts.filter((text) => other.test(text))).toEqual([])
})

it.each(LOCALES)('in %s mails name the reference and the amount as pages do', (locale) => {
  const { reference, link } = hostedTextsOf(locale)
  expect(mailTexts(locale)).toMatchObject({ reference, amount: link.amount })
})
