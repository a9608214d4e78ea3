import { expect, test } from 'vitest'
import { fittingText } from './provider-text.ts'

test.each([
  ['approved', 'DECLINED'],
  ['Approved.', 'DECLINED'],
  [' APPROVED ', 'CANCELED'],
  ['approved', 'PENDING'],
  ['approved', 'SESSION_EXPIRED'],
  ['declined', 'APPROVED'],
  ['Insufficient funds', 'APPROVED'],
  ['pending', 'DECLINED'],
] as const)('“%s” is left out of what people read about a %s transaction', (text, status) => {
  expect(fittingText(text, status)).toBeNull()
})

test.each([
  ['approved', 'APPROVED'],
  ['insufficient funds', 'DECLINED'],
  ['declined', 'DECLINED'],
  ['Approved amount exceeds the limit', 'DECLINED'],
  ['51', 'DECLINED'],
  ['', 'DECLINED'],
  [null, 'DECLINED'],
] as const)('“%s” is shown about a %s transaction', (text, status) => expect(fittingText(text, status)).toBe(text))
