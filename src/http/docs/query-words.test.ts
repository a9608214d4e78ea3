import { expect, it } from 'vitest'
import { termsOf, vocabularyOf } from './query-words.ts'

const known = vocabularyOf(['Webhooks and webhook secrets', 'payment_method of a refund', 'card'])

it.each([
  ['wehbook', ['webhook']],
  ['webhok secret', ['webhook', 'secret']],
  ['payment_methd', ['payment_method']],
  ['refnud', ['refund']],
  ['webh', ['webh']],
  ['cart', ['card']],
  ['xyz', ['xyz']],
  ['zzzzqqq', ['zzzzqqq']],
  ['((', []],
])('“%s” asks for %j', (query, expected) => {
  expect(termsOf(query, known)).toEqual(expected)
})
