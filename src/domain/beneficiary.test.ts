import { expect, test } from 'vitest'
import { isIfsc, maskAccount } from './beneficiary.ts'

test.each([
  ['1', '*'],
  ['1234', '****'],
  ['12345', '*2345'],
  ['50100012345678', '**********5678'],
  ['₹𝒳₹𝒳₹𝒳', '**₹𝒳₹𝒳'],
  ['aaaa𝒳bbb', '****𝒳bbb'],
])('the account %s is shown as %s: one star per hidden character', (number, masked) => {
  expect(maskAccount(number)).toBe(masked)
})

test.each(['HDFC0001234', 'hdfc0abc12d', 'HdFc0ABCdef'])('%s is an IFSC', (text) => {
  expect(isIfsc(text)).toBe(true)
})

test.each(['HDFC000123ı', 'HDFC000123ſ', 'HDFC000123ß', 'HDFC0001234\n', ' HDFC0001234'])('%j is none', (text) => {
  expect(isIfsc(text)).toBe(false)
})
