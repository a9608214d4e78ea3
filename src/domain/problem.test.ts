import { expect, test } from 'vitest'
import { orNotFound } from './problem.ts'

test('a value is found, also one that is empty, zero or null', () => {
  expect(['', 0, null, true].map((value) => orNotFound(value, 'card'))).toEqual(['', 0, null, true])
})

test.each([undefined, false])('%s is an error that names what is missing', (value) => {
  expect(() => orNotFound(value, 'card')).toThrow(
    expect.objectContaining({ kind: 'not-found', message: 'No such card.' }),
  )
})
