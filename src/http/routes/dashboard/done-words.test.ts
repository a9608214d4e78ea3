import { expect, test } from 'vitest'
import { doneWords } from './done-words.ts'

test.each(['constructor', '__proto__', 'toString', 'unknown', '', undefined])('done=%s says nothing', (done) => {
  const wordsOf = doneWords({ saved: 'Saved.' })
  expect([wordsOf('saved'), wordsOf(done)]).toEqual(['Saved.', undefined])
})
