import { expect, it } from 'vitest'
import { RESPONSE_MESSAGES } from '#client/command/response-messages.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { RESPONSE_CODES } from '#simulators/common/response-codes.ts'

it('the client names every outcome of the simulators as its processing code does', () => {
  const names = Object.entries(RESPONSE_CODES).map(([code, processing]) => [
    code,
    PROCESSING_CODES[processing].name.toLowerCase(),
  ])
  expect(RESPONSE_MESSAGES).toEqual(Object.fromEntries(names))
})
