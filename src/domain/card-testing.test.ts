import { expect, it } from 'vitest'
import { cardTestingLimitOf } from './card-testing.ts'

it('in production there is a limit unless it was switched off, in UAT none unless it was switched on', () => {
  const own = { cards: 3, windowSeconds: 60 }
  expect(cardTestingLimitOf(null, 'production')).toEqual({ cards: 10, windowSeconds: 3600 })
  expect(cardTestingLimitOf(null, 'uat')).toBeNull()
  for (const realm of ['uat', 'production'] as const) {
    expect(cardTestingLimitOf(own, realm)).toEqual(own)
    expect(cardTestingLimitOf('off', realm)).toBeNull()
  }
})
