import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { emailBeginsWith, isEmail, isSameEmail, plainEmail, readableEmail } from './email.ts'

// One notion of the same email (docs/reference/objects.md#the-same-email).

describe('the same email', () => {
  it.each([
    ['Ana@Shop.Example', 'ana@shop.example'],
    ['\u00a0ana@shop.example \r\n', 'ana@shop.example'],
    ['ana@shop.example.', 'ana@shop.example'],
    ['ana@shop.example。', 'ana@shop.example'],
    ['an\u200ba@shop\u00ad.example', 'ana@shop.example'],
    ['\u202eana@shop.example\u202c', 'ana@shop.example'],
    ['\u2067ana@shop.example\u2069', 'ana@shop.example'],
    ['\ufeffana@sh\u2060op.example', 'ana@shop.example'],
    ['ａｎａ＠ｓｈｏｐ．ｅｘａｍｐｌｅ', 'ana@shop.example'],
    ['eva@MÜNCHEN.example', 'eva@xn--mnchen-3ya.example'],
    ['eva@Mu\u0308nchen.example.', 'eva@XN--MNCHEN-3YA.example'],
    ['jose\u0301@shop.example', 'JOSÉ@shop.example'],
    ['ΝΙΚΟΣ@shop.example', 'νικος@shop.example'],
    ['νικοσ@shop.example', 'νικος@shop.example'],
    ['\u212aurt@shop.example', 'kurt@shop.example'],
  ])('%j is %j', (one, other) => {
    expect(isSameEmail(one, other)).toBe(true)
  })

  it.each([
    ['İzel@shop.example', 'izel@shop.example'],
    ['ılgın@shop.example', 'ilgin@shop.example'],
    ['ana+tea@shop.example', 'ana@shop.example'],
    ['a.na@shop.example', 'ana@shop.example'],
    ['jose@shop.example', 'josé@shop.example'],
    ['ana@straße.example', 'ana@strasse.example'],
    ['eva@münchen.example/a', 'eva@münchen.example/b'],
    ['an a@shop.example', 'ana@shop.example'],
  ])('%j is not %j', (one, other) => {
    expect(isSameEmail(one, other)).toBe(false)
  })
})

test('a plain email is its own plain form, for any input', () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 12 })
  fc.assert(
    fc.property(part, part, (local, domain) => {
      const plain = plainEmail(`${local}@${domain}.example`)
      expect(plainEmail(plain)).toBe(plain)
    }),
    { seed: 17 },
  )
})

test('a plain email is one, and is read with its domain in Unicode', () => {
  expect(isEmail(plainEmail(' Ada＠München.example. '))).toBe(true)
  expect(readableEmail(plainEmail('Ada@München.example'))).toBe('ada@münchen.example')
})

test.each(['ada@mün', 'ADA@xn--mn', 'ad', 'ada@münchen.'])('begins with %s', (beginning) => {
  expect(emailBeginsWith(plainEmail('Ada@München.example'), beginning)).toBe(true)
})
