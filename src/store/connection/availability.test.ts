import { expect, it } from 'vitest'
import { meansUnavailable } from './availability.ts'

const refusal = (message: string) => Object.assign(new Error(message), { code: 'XX000' })

it.each(['failure on connection marked as essential: 10.0.0.11:5432', 'SSL SYSCALL error: EOF detected'])(
  'a coordinator that lost a server cannot serve just now: %s',
  (message) => {
    expect(meansUnavailable(refusal(message))).toBe(true)
  },
)

it('any other internal error of the database is none of these', () => {
  expect(meansUnavailable(refusal('cache lookup failed for relation 4711'))).toBe(false)
})
