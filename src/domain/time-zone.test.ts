import { expect, test } from 'vitest'
import { addDays, dayIn, isTimeZone, startOfDay } from './time-zone.ts'

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

test('a moment late in the evening of UTC belongs to the next day further east', () => {
  const at = new Date('2026-11-22T23:30:00Z')
  expect([dayIn('UTC', at), dayIn('Europe/Bucharest', at), dayIn('America/New_York', at)]).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-22',
  ])
})

test.each([
  ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['Europe/Bucharest', '2026-11-22', '2026-11-21T22:00:00.000Z'],
  ['Europe/Bucharest', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['Europe/Bucharest', '2026-03-30', '2026-03-29T21:00:00.000Z'],
  ['Europe/Bucharest', '2026-10-26', '2026-10-25T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
])('in %s the %s begins at %s', (timeZone, day, at) => expect(startOfDay(timeZone, day)?.toISOString()).toBe(at))

test.each(['', 'today', '2026-02-30', '2026-13-01', '26-01-01'])('no day is called “%s”', (day) => {
  expect(startOfDay('UTC', day)).toBeUndefined()
})

test('days are counted on', () => {
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28'])
})
