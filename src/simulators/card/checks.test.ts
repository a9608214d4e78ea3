import { expect, test } from 'vitest'
import { chargeOf } from '#provider/contract/test-charges.ts'
import type { Charge } from '#providers/port/provider.ts'
import { accountOn } from '#test/simulated-provider.ts'
import { readDirectives } from '../common/directives.ts'
import { CARD_DIRECTIVES } from './directives.ts'
import { checksOf } from './translate.ts'

const charge = chargeOf(accountOn('card-simulator'), {})

const checks = (changes: Partial<Charge>, metadata: Charge['metadata'] = {}) =>
  checksOf(readDirectives(CARD_DIRECTIVES, metadata), { ...charge, ...changes })

test.each([
  [{ address: 'Main Street 1', postalCode: '10115' }, 'match'],
  [{ address: 'Main Street 1' }, 'partial_match'],
  [{ postalCode: '10115' }, 'partial_match'],
  [{ address: '', postalCode: '' }, 'not_checked'],
  [{}, 'not_checked'],
])('of an address with %j the issuer says %s', (address, avs) => {
  expect(checks({ customer: { ...charge.customer, ...address } })).toEqual({ avs, cvv: 'match' })
})

test('a card without its security code is not checked for it', () => {
  const { instrument } = charge
  if (instrument.kind !== 'card') throw new Error('Charges in tests are made with a card.')
  const withoutCode = { ...instrument, card: { ...instrument.card, cvv: null } }
  expect(checks({ instrument: withoutCode })).toEqual({ avs: 'not_checked', cvv: 'not_checked' })
})

test.each(['match', 'partial_match', 'no_match', 'not_checked', 'unavailable'])('metadata asks for %s', (word) => {
  expect(checks({}, { simulate_cvv_check: word, simulate_avs_check: word })).toEqual({ avs: word, cvv: word })
})
