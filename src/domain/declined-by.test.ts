import { expect, test } from 'vitest'
import { declinedBy } from './declined-by.ts'
import type { Transaction } from './transaction.ts'

const DECLINED = {
  authentication: { status: 'Y' },
  processingResult: { paymentProviderId: 'stripe' },
  processingCode: '1000',
  paymentMethod: { masked: '411111******1111' },
}

test.each([
  ['the issuer that failed the authentication', 'issuer', { authentication: { status: 'N' } }],
  ['the issuer that rejected the authentication', 'issuer', { authentication: { status: 'R' } }],
  ['the gateway, if no provider was asked', 'gateway', { processingResult: { paymentProviderId: null } }],
  ['the gateway, if a list or rule blocks', 'gateway', { data: { risk: { decision: 'BLOCK' } } }],
  ['the provider, for its own error', 'provider', { processingCode: '1001' }],
  ['the provider, for a payment without a card', 'provider', { paymentMethod: { masked: null } }],
  ['the issuer, for every other code of a card', 'issuer', {}],
])('a decline comes from %s', (_who, decider, change) => {
  expect(declinedBy({ ...DECLINED, ...change } as unknown as Transaction)).toBe(decider)
})
