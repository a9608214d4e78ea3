import { expect, test } from 'vitest'
import { noticeOf } from './screen.ts'

test.each(['constructor', '__proto__', 'toString', 'unknown', '', undefined])('done=%s says nothing', (done) => {
  const notices = { saved: 'Saved.' }
  expect([noticeOf(notices, 'saved'), noticeOf(notices, done)]).toEqual(['Saved.', undefined])
})
