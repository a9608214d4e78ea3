import { expect, test } from 'vitest'
import { successMessages } from './done-words.ts'

test.each(['constructor', '__proto__', 'toString', 'unknown', '', undefined])('done=%s says nothing', (done) => {
  const wordsOf = successMessages({ saved: 'Saved.' })
  expect([wordsOf('saved'), wordsOf(done)]).toEqual(['Saved.', undefined])
})
