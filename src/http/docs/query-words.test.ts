import { expect, it } from 'vitest'
import { alternativesOf, vocabularyOf } from './query-words.ts'

const known = vocabularyOf(['Webhooks and webhook secrets', 'payment_method of a refund', 'card'])

it.each([
  ['wehbook', [['webhook']]],
  ['webhok secret', [['webhook'], ['secret']]],
  ['payment_methd', [['payment_method']]],
  ['refnud', [['refund']]],
  ['webh', [['webh']]],
  ['cart', [['card']]],
  ['xyz', [['xyz']]],
  ['zzzzqqq', [['zzzzqqq']]],
  ['Apple Pay', [['apple pay', 'walleta']]],
  ['subscriptions refund', [['subscription', 'agreement'], ['refund']]],
  ['((', []],
])('“%s” asks for %j', (query, expected) => {
  expect(alternativesOf(query, known)).toEqual(expected)
})
