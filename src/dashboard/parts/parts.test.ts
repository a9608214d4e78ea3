import { expect, test } from 'vitest'
import { html } from '#html/html.ts'
import { timelineSheet } from '../payments/timeline.ts'
import { type ChartView, chart, niceTop } from './chart.ts'
import { filters } from './filters.ts'
import { checkField, formField, postButton, postForm, problemOf, problemSummary } from './form.ts'
import {
  badge,
  formatAmount,
  formatCount,
  formatDay,
  formatPercent,
  formatTime,
  sentenceCase,
  statusBadge,
  timeWithin,
} from './format.ts'
import { list, pager } from './list.ts'
import { codeBlock, copiedId, copyButton, factList, listedId, secretOnce, shortId } from './sheet.ts'
import { noMatch, statePanel } from './states.ts'
import { tiles } from './tiles.ts'

const HOSTILE = `"><script>alert('1')</script>`
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;'
const AT = new Date('2026-11-22T22:30:15.042Z')

const CHART: ChartView = {
  name: 'outcomes',
  title: 'Payments by outcome',
  kind: 'bars',
  pointName: 'Day',
  axis: String,
  series: [
    { name: 'Approved', tone: 'success' },
    { name: 'Declined', tone: 'danger' },
  ],
  points: [
    { label: '1 Nov', values: [3, 1], words: ['3', '1'], href: '/dashboard/transactions?from=2026-11-01' },
    { label: '2 Nov', values: [5, null], words: ['5', '–'] },
  ],
}

test('every part escapes its values', () => {
  const parts = [
    list({
      name: 'rows',
      caption: HOSTILE,
      rows: [HOSTILE],
      idOf: (row) => row,
      hrefOf: (row) => row,
      columns: (cell) => [cell.more('reference', HOSTILE, (row) => row)],
    }),
    filters({
      path: '/list',
      search: { value: HOSTILE, label: HOSTILE, hint: HOSTILE },
      filters: [
        { name: 'status', label: HOSTILE, value: HOSTILE, problem: HOSTILE },
        { name: 'type', label: 'Type', value: HOSTILE, options: [[HOSTILE, HOSTILE]] },
      ],
    }),
    timelineSheet(
      [{ kind: 'attempt', at: AT, title: HOSTILE, code: HOSTILE, actor: HOSTILE, detail: HOSTILE }],
      [],
      'UTC',
    ),
    tiles([{ field: 'payments', name: HOSTILE, figure: HOSTILE, change: HOSTILE, href: HOSTILE }]),
    factList([[HOSTILE, HOSTILE, HOSTILE]]),
    statePanel('error', HOSTILE, HOSTILE, { href: HOSTILE, words: HOSTILE }),
    pager({ newer: HOSTILE, older: HOSTILE }),
    codeBlock(HOSTILE, HOSTILE, HOSTILE),
    copyButton(HOSTILE, HOSTILE),
    secretOnce({ field: 'secret', label: HOSTILE, value: HOSTILE, words: HOSTILE }),
    formField({ name: 'reason', label: HOSTILE, value: HOSTILE, hint: HOSTILE, problem: HOSTILE }),
    formField({ name: 'reason', label: 'Reason', value: HOSTILE, lines: 2 }),
    formField({ name: 'reason', label: 'Reason', value: HOSTILE, options: [[HOSTILE, HOSTILE]] }),
    checkField({ name: 'final', label: HOSTILE, hint: HOSTILE }),
    problemSummary([{ field: HOSTILE, message: HOSTILE }]),
    postForm({ csrfToken: HOSTILE }, { name: 'x', action: HOSTILE, hidden: { a: HOSTILE }, body: html`${HOSTILE}` }),
    badge(HOSTILE, 'info', HOSTILE),
    chart({
      ...CHART,
      title: HOSTILE,
      points: [{ label: HOSTILE, values: [1, 1], words: [HOSTILE, '1'], href: HOSTILE }],
    }),
  ]
  for (const part of parts) {
    expect(String(part)).toContain(ESCAPED)
    expect(String(part)).not.toContain('<script>')
  }
})

test('amounts have the decimals of their currency, to the last digit of an int64', () => {
  expect(formatAmount({ amount: 1250n, currency: 'EUR' })).toBe('€12.50')
  expect(formatAmount({ amount: 1250n, currency: 'JPY' })).toBe('¥1,250')
  expect(formatAmount({ amount: 1250n, currency: 'KWD' })).toBe('KWD\u00a01.250')
  expect(formatAmount({ amount: 9_223_372_036_854_775_807n, currency: 'EUR' })).toBe('€92,233,720,368,547,758.07')
})

test('a time is short and in the merchant’s zone; its title has the year and the zone', () => {
  const shown = (now: string, precision?: 'millisecond') => {
    return String(formatTime(AT, 'Europe/Bucharest', precision, new Date(now)))
  }
  expect(shown('2026-11-23T21:00Z')).toBe(
    '<time datetime="2026-11-22T22:30:15.042Z" title="23 November 2026 at 00:30:15 EET">Today 00:30</time>',
  )
  expect(shown('2026-11-23T22:00Z')).toContain('>Yesterday 00:30<')
  expect(shown('2026-11-22T12:00Z')).toContain('>Tomorrow 00:30<')
  expect(shown('2026-12-30T12:00Z', 'millisecond')).toContain('>23 Nov 00:30:15.042<')
  expect(shown('2026-12-31T22:00Z')).toContain('>23 Nov 2026 00:30<')
  expect(String(timeWithin(AT, 'Europe/Bucharest', 'minute', new Date('2026-11-23T21:00Z')))).toContain('>today 00:30<')
  expect(formatDay('2026-11-22')).toBe('22 Nov 2026')
})

test('words for states, counts and shares', () => {
  expect(sentenceCase('SESSION_EXPIRED')).toBe('Session expired')
  expect(String(statusBadge('APPROVED'))).toContain('data-status="APPROVED">Approved<')
  expect([formatCount(12_345n), formatPercent(0.934)]).toEqual(['12,345', '93.4%'])
})

test('a list is a table with roles, whose rows and cells tests can find', () => {
  const text = String(
    list({
      name: 'transactions',
      caption: 'Payments',
      rows: [{ id: 'trx_1', reference: 'A-1' }],
      idOf: ({ id }) => id,
      hrefOf: ({ id }) => `/dashboard/transactions/${id}`,
      columns: (cell) => [
        cell.title('reference', 'Reference', ({ reference }) => reference),
        cell.figure('amount', 'Amount', () => '€1.00'),
      ],
    }),
  )
  expect(text).toContain('<tr role="row" data-id="trx_1">')
  expect(text).toContain(
    '<span data-field="reference"><a class="row-link" href="/dashboard/transactions/trx_1">A-1</a></span>',
  )
  expect(text).toContain('<td role="cell" class="cell-figure numeric" data-head="Amount">')
})

test('filters say how many are set, and offer to clear them only then', () => {
  const filter = (value: string) =>
    String(
      filters({ path: '/list', filters: [{ name: 'status', label: 'Status', value, options: [['OPEN', 'Open']] }] }),
    )
  expect(filter('OPEN')).toMatch(/data-active="1".*<option value="OPEN" selected>.*data-action="clear"/s)
  expect(filter('')).toContain('data-active="0"')
  expect(filter('')).not.toContain('data-action="clear"')
})

test('a field shows what is wrong with it, and what was typed stays', () => {
  const problems = [{ field: 'amount', message: 'Refund at most what is left.' }]
  const text = String(
    formField({ name: 'amount', label: 'Amount', value: '99', problem: problemOf(problems, 'amount') }),
  )
  expect(text).toContain('value="99"')
  expect(text).toContain('aria-describedby="amount-problem" aria-invalid="true"')
  expect(text).toContain('data-problem="amount">Refund at most what is left.<')
  expect(String(problemSummary(problems))).toContain('<a href="#amount">Refund at most what is left.</a>')
  expect(problemSummary([])).toBe(false)
})

test('every form has the token of its session', () => {
  const sender = { csrfToken: 'token-1' }
  const action = '/dashboard/choose'
  const token = '<input type="hidden" name="csrf" value="token-1">'
  expect(String(postForm(sender, { name: 'choose', action, body: html`` }))).toContain(token)
  const button = String(postButton(sender, { action, words: 'Choose', does: 'choose' }))
  expect(button).toContain(token)
  expect(button).toContain('data-action="choose">Choose<')
})

test('a list of one page has no pager, and states say what they are', () => {
  expect(pager({})).toBe(false)
  expect(String(pager({ older: '/list?before=1' }))).not.toContain('data-action="newer"')
  expect(String(noMatch('payments', '/list'))).toMatch(/data-state="no-match".*href="\/list" data-action="clear"/s)
})

test.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [3, 5],
  [7, 10],
  [11, 20],
  [4001, 5000],
])('the axis of values up to %d ends at %d', (largest, top) => expect(niceTop(largest)).toBe(top))

test('a chart has a bar for each value, names for what can be focused, and the same values as a table', () => {
  const text = String(chart(CHART))
  expect(text).toContain('<a href="/dashboard/transactions?from=2026-11-01" aria-label="1 Nov: Approved 3, Declined 1"')
  expect(text).toMatch(/class="chart-success" x="[\d.]+" y="0" width="[\d.]+" height="180"/)
  expect(text).toContain('data-chart-table="outcomes"')
  expect(text.match(/tabindex="0"/g)).toHaveLength(2)
})

test('a line is broken where there is no value', () => {
  const points = [1, 2, null, 3].map((value, index) => ({
    label: String(index),
    values: [value],
    words: [String(value)],
  }))
  const text = String(chart({ ...CHART, kind: 'line', series: [{ name: 'Rate', tone: 'info' }], points, top: 4 }))
  expect(text).toContain('d="M90 135h0L270 90M630 45h0"')
  // Each point has a mark, so that a day between days without a value is seen.
  expect(text).toContain('class="chart-marks chart-info" d="M90 135h0M270 90h0M630 45h0"')
})

test('bars of a pair stand side by side, on one ground', () => {
  const text = String(chart({ ...CHART, kind: 'pairs' }))
  const bars = [...text.matchAll(/<rect class="chart-(?!hit)[^>]*>/g)].map(([bar]) =>
    ['x', 'y', 'width', 'height'].map((name) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(bar)![1])),
  )
  expect(bars).toHaveLength(4)
  for (const [, y, , height] of bars) expect(y! + height!).toBeCloseTo(180)
  expect(bars[1]![0]).toBeCloseTo(bars[0]![0]! + bars[0]![2]!)
})

test('a chip says the name of a choice that is not made, and both once it is', () => {
  const chip = (value: string) =>
    String(
      filters({ path: '/list', filters: [{ name: 'status', label: 'Status', value, options: [['OPEN', 'Open']] }] }),
    )
  expect(chip('')).toContain('<option value="">Status</option>')
  expect(chip('')).toContain('<label for="filter-status" class="visually-hidden">Status</label>')
  expect(chip('OPEN')).toContain('<label for="filter-status" class="muted">Status</label>')
  expect(chip('OPEN')).toContain('<option value="">Any</option>')
})

test('an ID is whole however little of it is drawn', () => {
  const id = 'trx_3MTvkOXbYj1WOWh'
  expect(String(shortId(id)).replaceAll(/<[^>]*>/g, '')).toBe(id)
  expect(String(shortId('cus-ada'))).not.toContain('id-middle')
  expect(String(listedId(id))).toContain(`data-copy="${id}"`)
  for (const part of [shortId, copiedId, listedId]) expect(String(part(HOSTILE.repeat(3)))).not.toContain('<script>')
})

test('facts without a value are left out', () => {
  const text = String(
    factList([
      ['Id', 'trx_1', 'id'],
      ['Parent', null],
    ]),
  )
  expect(text).toContain('<dd data-field="id">trx_1</dd>')
  expect(text).not.toContain('Parent')
})
