import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BIC, creditorReferenceOf, ibanOf, inFours } from './account-details.ts'

/** A second way to the remainder: digit by digit, as ISO/IEC 7064 describes it for paper. */
function remainder(code: string): number {
  const digits = [...(code.slice(4) + code.slice(0, 4))].map((character) => Number.parseInt(character, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

test('the paper way agrees with published examples', () => {
  for (const code of ['RF18539007547034', 'GB29NWBK60161331926819']) expect(remainder(code)).toBe(1)
})

test('accounts and references have right check digits, and are always the same', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const make of [ibanOf, creditorReferenceOf]) {
        expect(remainder(make(text))).toBe(1)
        expect(make(text)).toBe(make(text))
      }
    }),
  )
})

test('they have the form that ISO 13616, 11649 and 9362 give them', () => {
  expect(ibanOf('Larkspur Coffee')).toMatch(/^XT\d\dTOLL\d{12}$/)
  expect(creditorReferenceOf('att_1')).toMatch(/^RF\d{18}$/)
  expect(BIC).toMatch(/^[A-Z]{6}[A-Z0-9]{2}$/)
  expect(creditorReferenceOf('att_1')).not.toBe(creditorReferenceOf('att_2'))
})

test('they are read out in fours', () => {
  expect(inFours('RF18539007547034')).toBe('RF18 5390 0754 7034')
  expect(inFours('RF185390075470')).toBe('RF18 5390 0754 70')
})
