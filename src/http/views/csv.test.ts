import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('quotes what holds a comma, a quote or a line break, and nothing else (RFC 4180)', () => {
  expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', '', null, 7n])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",,,7\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
  'text like %j does not begin a formula',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  },
)

it('figures below zero are figures', () => {
  expect(csvLine([-5n])).toBe('-5\r\n')
})

it('every text comes back, apart from the quote before a formula', { tags: ['full'] }, () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      const back = readLine(csvLine(cells))
      expect(back.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells)
    }),
  )
})

/** As a reader of RFC 4180 takes a line apart. */
function readLine(line: string): string[] {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}
