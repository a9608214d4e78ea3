import { expect, test } from 'vitest'
import { isBrokenSessionError } from './broken-session.ts'

const FRAME = 'at Immediate.nextWrite (file:///opt/tollgate/node_modules/postgres/src/connection.js:255:22)'

function thrown(name: string, ...frames: readonly string[]): Error {
  const error = Object.assign(new Error('Cannot read properties of null'), { name })
  error.stack = [`${name}: ${error.message}`, ...frames.map((frame) => `    ${frame}`)].join('\n')
  return error
}

test('a write of the driver to a socket that is gone is of a broken session', () => {
  expect(
    isBrokenSessionError(thrown('TypeError', FRAME, 'at process.processImmediate (node:internal/timers:574:21)')),
  ).toBe(true)
})

test.each([
  [
    'our own',
    thrown('TypeError', 'at finalize (file:///opt/tollgate/src/flows/payment/outcome/finalize.ts:52:7)', FRAME),
  ],
  ['another of the driver', thrown('TypeError', FRAME.replace('nextWrite', 'handle'))],
  ['another kind', thrown('RangeError', FRAME)],
  ['no stack', Object.assign(new TypeError('x'), { stack: undefined })],
  ['no error', 'TypeError'],
])('%s is not', (_what, error) => expect(isBrokenSessionError(error)).toBe(false))
