import { expect, test } from 'vitest'
import { successMessages } from './success-messages.ts'

test.each(['constructor', '__proto__', 'toString', 'unknown', '', undefined])('done=%s says nothing', (done) => {
  const wordsOf = successMessages({ saved: 'Saved.' })
  expect([wordsOf('saved'), wordsOf(done)]).toEqual(['Saved.', undefined])
})
