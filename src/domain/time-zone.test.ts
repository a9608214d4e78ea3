import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test.each(['UTC', 'Europe/Bucharest', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true)
  },
)

test.each(['', '+02:00', 'Europe/Atlantis', 'Europe/Bucharest; drop', '../etc/localtime', 'utc '])(
  '“%s” is none',
  (name) => {
    expect(isTimeZone(name)).toBe(false)
  },
)
