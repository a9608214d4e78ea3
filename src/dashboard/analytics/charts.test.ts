import { expect, test } from 'vitest'
import type { Interval, PaymentAnalytics } from '#domain/analytics.ts'
import { outcomeChart } from './charts.ts'

const OUTCOMES = { payments: 3, approved: 3, declined: 0, canceled: 0, expired: 0, invalid: 0, approvalRate: 1 }

function chartOf(timeZone: string, day: string, startsAt: string, now: string): string {
  const interval: Interval = { ...OUTCOMES, approvedAmount: null, startsAt: new Date(startsAt), day, groups: [] }
  const analytics = {
    from: day,
    to: day,
    interval: 'hour',
    timeZone,
    intervals: [interval],
  } as unknown as PaymentAnalytics
  return String(outcomeChart(analytics, { typed: {}, now: new Date(now) }))
}

test('hours of a zone off the hour are drawn with their payments and lead to exactly these', () => {
  const drawn = chartOf('Asia/Kolkata', '2026-11-22', '2026-11-21T19:30:00Z', '2026-11-21T21:00:00Z')
  const links = [...drawn.matchAll(/href="[^"?]*\?([^"]*)"/g)].map(([, query]) => {
    const { from, to } = Object.fromEntries(new URLSearchParams(query!.replaceAll('&amp;', '&')))
    return [from, to]
  })
  expect(links).toEqual(
    expect.arrayContaining([
      ['2026-11-21T18:30:00.000Z', '2026-11-21T19:29:59.999Z'],
      ['2026-11-21T19:30:00.000Z', '2026-11-21T20:29:59.999Z'],
      ['2026-11-21T20:30:00.000Z', '2026-11-21T21:29:59.999Z'],
    ]),
  )
  expect(new Set(links.map(String)).size).toBe(3)
  expect(drawn).toMatch(/1:00(.|\n)*?<td[^>]*>3</)
})
