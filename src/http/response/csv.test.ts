import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, csvFile, csvLine } from './csv.ts'

const csv = (...cells: readonly Cell[]) => csvLine('csv', cells)
const excel = (...cells: readonly Cell[]) => csvLine('excel', cells)

it('quotes what some program would take apart, and nothing else (RFC 4180)', () => {
  expect(csv('plain', 'a,b', 'say "hi"', 'two\nlines', 'a b', '', null, 7n, { decimal: '12.50' })).toBe(
    'plain,"a,b","say ""hi""","two\nlines",a b,,,7,12.50\r\n',
  )
  for (const text of ['a;b', 'a\tb', ' a', 'a ', 'a\u00a0', 'a\rb']) expect(csv(text, 'x')).toBe(`"${text}",x\r\n`)
})

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', ' =1', '"=1"', '\u00a0=1'])(
  'text like %j does not begin a formula',
  (text) => {
    expect(csv(text).replace(/^"/, '')).toMatch(/^'/)
    expect(excel(text).replace(/^"/, '')).toMatch(/^'/)
  },
)

it.each([
  ['a;=HYPERLINK("http://x.example")', '"a;\'=HYPERLINK(""http://x.example"")"'],
  ['x\t=1+2', '"x\t\'=1+2"'],
  ['q;=1+2@x.example', '"q;\'=1+2@x.example"'],
  ['a; "=1+2"', '"a;\' ""=1+2"""'],
  ['a\n@sum', '"a\n\'@sum"'],
  ['T-shirt, -20 %', '"T-shirt, -20 %"'],
])('no formula begins behind a separator that another program sees: %j', (text, cell) => {
  expect(csv(text)).toBe(`${cell}\r\n`)
})

it('figures below zero are figures', () => {
  expect(csv(-5n)).toBe('-5\r\n')
})

describe('for Excel', () => {
  it('a file begins with a byte-order mark and is separated by semicolons', async () => {
    const lines = []
    const pages = (async function* () {
      yield [['Žan', 'a;b', { decimal: '-12.50' }, 7n] as const]
    })()
    for await (const line of csvFile('excel', ['name', 'text', 'amount', 'count'], pages)) lines.push(line)
    expect(lines.join('')).toBe('\uFEFFname;text;amount;count\r\nŽan;"a;b";"-12,50";7\r\n')
  })

  it.each(['1234567890123456', '000123', '0000', '12E5', '123456789012'])(
    'the reference %s stays text',
    (reference) => {
      expect(excel(reference)).toBe(`'${reference}\r\n`)
      expect(csv(reference)).toBe(`${reference}\r\n`)
    },
  )

  it.each(['12345', '0', 'order-000123', '411111******1111'])('%s stays as it is', (text) => {
    expect(excel(text)).toBe(`${text}\r\n`)
  })

  it('an amount that Excel would round is text', () => {
    expect(excel(9007199254740993n, 1250n)).toBe("'9007199254740993;1250\r\n")
  })

  it('no formula begins behind a comma', () => {
    expect(excel('a,=1+2')).toBe('"a,\'=1+2"\r\n')
  })
})

it('however a program splits it, no cell of text begins a formula', () => {
  const text = fc
    .array(fc.constantFrom(';', ',', '\t', '\r', '\n', ' ', '"', "'", '=', '+', '-', '@', '＝', 'a', '1'), {
      maxLength: 12,
    })
    .map((signs) => signs.join(''))
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('csv' as const, 'excel' as const),
      (cells, format) => {
        const line = csvLine(format, cells)
        const [own, other] = format === 'csv' ? [',', ';'] : [';', ',']
        for (const cell of [...readLine(line, own), ...line.split(new RegExp(`[${other}\\t\\r\\n]`))])
          expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
      },
    ),
    { numRuns: 500 },
  )
})

it('every text comes back, apart from the quotes before formulas', { tags: ['full'] }, () => {
  const plain = (text: string) => text.replaceAll("'", '')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      expect(readLine(csv(...cells), ',').map(plain)).toEqual(cells.map(plain))
    }),
  )
})

/** As a reader of RFC 4180 takes a line apart. */
function readLine(line: string, separator: string): string[] {
  const pattern = new RegExp(`${separator}(?:"((?:[^"]|"")*)"|([^"${separator}]*))`, 'g')
  const cells = `${separator}${line.slice(0, -2)}`.matchAll(pattern)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}

it('a field that a record lacks is an empty cell', () => {
  expect(csvLine('csv', ['a', null, undefined, 'b'])).toBe('a,,,b\r\n')
})
