import { expect, test } from 'vitest'
import { declinedBy, NOT_AUTHENTICATED } from './declined-by.ts'
import type { Transaction } from './transaction.ts'

const DECLINED = {
  authentication: { status: 'Y' },
  processingResult: { paymentProviderId: 'stripe' },
  processingCode: '1000',
  paymentMethod: { masked: '411111******1111' },
}

const UNAVAILABLE = { authentication: { status: 'U' } }

test.each([
  ['a failed authentication', 'authentication', { authentication: { status: 'N' } }],
  ['a rejected authentication', 'authentication', { authentication: { status: 'R' } }],
  ['an unavailable one where it is refused', 'authentication', { ...UNAVAILABLE, responseMessage: NOT_AUTHENTICATED }],
  ['the issuer, for an unavailable authentication that is accepted', 'issuer', UNAVAILABLE],
  ['the gateway, if no provider was asked', 'gateway', { processingResult: { paymentProviderId: null } }],
  ['the gateway, if a list or rule blocks', 'gateway', { data: { risk: { decision: 'BLOCK' } } }],
  ['the provider, for its own error', 'provider', { processingCode: '1001' }],
  ['the provider, for a payment without a card', 'provider', { paymentMethod: { masked: null } }],
  ['the issuer, for every other code of a card', 'issuer', {}],
])('a decline comes from %s', (_who, decider, change) => {
  expect(declinedBy({ ...DECLINED, ...change } as unknown as Transaction)).toBe(decider)
})
