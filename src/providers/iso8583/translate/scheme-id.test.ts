import { expect, test } from 'vitest'
import type { Fields } from '../codec/message.ts'
import { schemeElementsIn, schemeIdIn } from './scheme-id.ts'

const VISA_ID = '123456789012345'

test.each([
  [`4000000000000000${VISA_ID}`, VISA_ID],
  [`C000000000000000E${VISA_ID}AAAA`, VISA_ID],
  ['8000000000000000E', undefined],
  ['40000000000000001234', undefined],
  [VISA_ID, undefined],
  ['', undefined],
])('Visa: element 62 %j has the ID %s', (text, id) => {
  const answer: Fields = text === '' ? {} : { 62: text }
  expect(schemeIdIn(answer, 'visa')).toBe(id)
  expect(schemeElementsIn(answer, 'visa')).toEqual(id === undefined ? {} : { 62: `4000000000000000${id}` })
})

test.each([
  [{ 63: 'MCC000001', 15: '1127' }, 'MCC0000011127', { 63: 'MCC000001' }],
  [{ 63: 'MCC000001 4111111111111111', 15: '1127' }, 'MCC0000011127', { 63: 'MCC000001' }],
  [{ 63: 'MCC000001' }, undefined, { 63: 'MCC000001' }],
  [{ 63: 'MCC', 15: '1127' }, undefined, {}],
  [{ 15: '1127' }, undefined, {}],
])('Mastercard: %j has the ID %s; nothing else of 63 is kept', (answer: Fields, id, kept: Fields) => {
  expect(schemeIdIn(answer, 'mastercard')).toBe(id)
  expect(schemeElementsIn(answer, 'mastercard')).toEqual(kept)
  expect(schemeIdIn({ ...answer, ...kept }, 'mastercard')).toBe(id)
})

test('other networks have none here', () => {
  expect(schemeIdIn({ 62: `4000000000000000${VISA_ID}`, 63: 'MCC000001', 15: '1127' }, 'amex')).toBeUndefined()
  expect(schemeIdIn({}, null)).toBeUndefined()
})
