import { expect, test } from 'vitest'
import { isRetryable } from './retry.ts'
import { gatewayOutcome } from './transaction.ts'

test('a decline that another provider may see differently is tried there', () => {
  expect(isRetryable(gatewayOutcome('1000', 'Declined.'))).toBe(true)
  expect(isRetryable(gatewayOutcome('4101', 'Fraud.'))).toBe(false)
})

test('an issuer or a connector that forbids another attempt is obeyed', () => {
  expect(isRetryable({ ...gatewayOutcome('1000', 'Declined.'), providerResponseCode: '43' })).toBe(false)
  expect(isRetryable({ ...gatewayOutcome('1000', 'Declined.'), stopsRetries: true })).toBe(false)
})
