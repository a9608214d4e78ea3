import { expect, test } from 'vitest'
import { addDays, dayIn, hoursBetween, isTimeZone, startOfDay } from './time-zone.ts'

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

test.each([
  ['Asia/Kolkata', '2026-11-22', 24, ['2026-11-21T18:30', '2026-11-21T19:30']],
  ['Asia/Kathmandu', '2026-11-22', 24, ['2026-11-21T18:15', '2026-11-21T19:15']],
  ['Europe/Bucharest', '2026-03-29', 23, ['2026-03-28T22:00', '2026-03-28T23:00']],
  ['Europe/Bucharest', '2026-10-25', 25, ['2026-10-24T21:00', '2026-10-24T22:00']],
])('in %s the %s has its own hours: %i', (timeZone, day, count, first) => {
  const hours = hoursOf(timeZone, day)
  expect([hours.length, hours.slice(0, 2)]).toEqual([count, first])
})

test('an hour in which clocks are put by half an hour ends there, and another begins', () => {
  // From 2:00 back to 1:30, and from 2:00 to 2:30.
  expect(hoursOf('Australia/Lord_Howe', '2026-04-05').slice(1, 4)).toEqual([
    '2026-04-04T14:00',
    '2026-04-04T15:00',
    '2026-04-04T15:30',
  ])
  expect(hoursOf('Australia/Lord_Howe', '2026-10-04').slice(1, 4)).toEqual([
    '2026-10-03T14:30',
    '2026-10-03T15:30',
    '2026-10-03T16:00',
  ])
  // From 2:45 to 3:45.
  expect(hoursOf('Pacific/Chatham', '2026-09-27').slice(2, 5)).toEqual([
    '2026-09-26T13:15',
    '2026-09-26T14:00',
    '2026-09-26T14:15',
  ])
})

function hoursOf(timeZone: string, day: string): string[] {
  const hours = hoursBetween(timeZone, startOfDay(timeZone, day)!, startOfDay(timeZone, addDays(day, 1))!)
  return hours.map((at) => at.toISOString().slice(0, 16))
}
