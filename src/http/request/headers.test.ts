import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { headerValue } from './headers.ts'

const requestOf = (...rawHeaders: string[]) => ({ raw: { rawHeaders } }) as unknown as FastifyRequest

it.each([
  ['Authorization', 'unauthenticated'],
  ['X-Client-Key', 'invalid'],
  ['If-Match', 'invalid'],
])('two values of %s are refused as %s', (name, kind) => {
  const request = requestOf(name, 'one', name, 'other')
  expect(() => headerValue(request, name.toLowerCase())).toThrow(expect.objectContaining({ kind }))
})

it('the same value in two lines is that value, and lines of a list are one value', () => {
  expect(headerValue(requestOf('If-Match', '"1"', 'if-match', '"1"'), 'if-match')).toBe('"1"')
  expect(headerValue(requestOf('Cookie', 'a=1', 'Cookie', 'b=2'), 'cookie')).toBe('a=1; b=2')
})
