import { expect, it } from 'vitest'
import { isEmail } from '../../../src/domain/email-format.ts'
import { FIELDS } from './field-kinds.ts'

it.each([
  'eva@münchen.example',
  'josé@shop.example',
  '用户@例子.广告',
  'ana+tea@shop.example',
  'ana',
  'ana@shop',
  'a@b@c.example',
])('a page takes %j as an email exactly if the API does', (text) => {
  expect(FIELDS.email.check?.(text, { number: '', brand: null })).toBe(isEmail(text) ? null : 'emailWrong')
})
