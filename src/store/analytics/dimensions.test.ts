import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hoursBetween } from '#domain/time-zone.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { hourOf } from './dimensions.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const ZONES = [
  ...['UTC', 'Europe/Bucharest', 'America/New_York', 'America/Havana', 'Asia/Tehran', 'Asia/Kabul', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Asia/Yangon', 'Australia/Eucla', 'Australia/Darwin', 'Australia/Adelaide', 'Pacific/Chatham'],
  ...['Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Marquesas', 'Africa/Casablanca'],
]
const DAY_MS = 86_400_000

/** Moments within a day of clocks being put somewhere in the list, and any others. */
const moment = fc.oneof(
  fc.date({ min: new Date('2020-01-01Z'), max: new Date('2030-01-01Z'), noInvalidDate: true }),
  fc
    .tuple(
      fc.constantFrom(
        '2026-04-04T15:00Z',
        '2026-10-03T15:30Z',
        '2026-09-26T14:00Z',
        '2026-11-01T05:00Z',
        '2026-10-25T01:00Z',
      ),
      fc.integer({ min: -DAY_MS / 8, max: DAY_MS / 8 }),
    )
    .map(([change, ms]) => new Date(Date.parse(change) + ms)),
)

it('counts a payment in the hour that a clock of its zone shows', async () => {
  const property = fc.asyncProperty(moment, async (at) => {
    const rows = await database.sql<{ zone: string; hour: Date }[]>`
      select zone, ${hourOf(database.sql, `moment.at`, 'zone')} as hour
      from unnest(${ZONES}::text[]) as zone cross join (select ${at}::timestamptz as at) as moment`
    const hours = new Map(rows.map(({ zone, hour }) => [zone, hour.toISOString()]))
    const full = Math.floor(at.getTime() / DAY_MS) * DAY_MS
    for (const zone of ZONES) {
      const begun = hoursBetween(zone, new Date(full - DAY_MS), new Date(at.getTime() + 1))
      expect([zone, hours.get(zone)]).toEqual([zone, begun.at(-1)!.toISOString()])
    }
  })
  await fc.assert(property, { numRuns: 60 })
})

it.each([
  ['Asia/Yangon', '2026-11-21T17:42:00Z', '2026-11-21T17:30:00.000Z'],
  ['Pacific/Marquesas', '2026-11-22T09:29:59Z', '2026-11-22T08:30:00.000Z'],
  // Clocks go back from 2:00 to 1:30, and forward from 2:00 to 2:30.
  ['Australia/Lord_Howe', '2026-04-04T14:59:00Z', '2026-04-04T14:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:10:00Z', '2026-04-04T15:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:45:00Z', '2026-10-03T15:30:00.000Z'],
])('in %s the hour of %s begins at %s', async (zone, at, hour) => {
  const [row] = await database.sql<{ hour: Date }[]>`
    select ${hourOf(database.sql, 'moment.at', 'zone')} as hour
    from (select ${at}::timestamptz as at, ${zone}::text as zone) as moment`
  expect(row?.hour.toISOString()).toBe(hour)
})
