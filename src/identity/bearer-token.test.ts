import { expect, test } from 'vitest'
import { readBearerToken } from './bearer-token.ts'

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', (scheme) => {
  expect(readBearerToken(`${scheme} abc.def-_~+/.ghi=`)).toBe('abc.def-_~+/.ghi=')
  expect(readBearerToken([`${scheme} abc`])).toBe('abc')
})

test.each([
  ['no header', undefined],
  ['no value', []],
  ['an empty header', ''],
  ['another scheme', 'Basic YTpi'],
  ['no token', 'Bearer '],
  ['no space', 'Bearerabc'],
  ['two tokens', 'Bearer abc def'],
  ['two headers joined', 'Bearer abc, Bearer abc'],
  ['two headers', ['Bearer abc', 'Bearer abc']],
  ['a line break', 'Bearer abc\n'],
  ['more than 8 KB', `Bearer ${'a'.repeat(8192)}`],
])('%s is unauthenticated', (_name, authorization) => {
  expect(() => readBearerToken(authorization)).toThrow(expect.objectContaining({ kind: 'unauthenticated' }))
})
