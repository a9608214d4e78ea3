import { parseArgs } from 'node:util'
import { startFilledGateway } from '../fill/filled-gateway.ts'
import { measurePages, type PageFigures, printedPages } from './browser.ts'
import { LAST, PAGES, QUESTIONS } from './questions.ts'
import { openReader, type Reader } from './reader.ts'

/**
 * `npm run bench:dashboard [-- --transactions 1000000 --data DIR --times 40 --views 5 --json]`: how long the questions that
 * people ask of payments take where there are many (bench/README.md). One at a time, over HTTP; and how pages feel
 * in the real Chromium on a slow line.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    data: { type: 'string' },
    transactions: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '40' },
    views: { type: 'string', default: '5' },
  },
})

const { filled, prepared, remove } = await startFilledGateway(Number(values.transactions), values.data, tell)
try {
  const { gateway } = prepared
  const reader = openReader(gateway.demo)
  const rows = []
  for (const [question, path] of Object.entries(QUESTIONS)) rows.push(await measured(reader, question, path(filled)))
  for (const [question, path] of Object.entries(LAST)) rows.push(await measured(reader, question, path(filled), 1))
  const pages = Object.fromEntries(Object.entries(PAGES).map(([page, path]) => [page, path(filled)]))
  const looks = await measurePages(gateway.demo, pages, Number(values.views))
  print({ transactions: filled.transactions, fillingSeconds: filled.seconds, rows, pages: looks })
} finally {
  await prepared.stop().finally(remove)
}

function tell(text: string): void {
  if (!values.json) process.stderr.write(`${text}\n`)
}

interface Row {
  readonly question: string
  readonly p50: number
  readonly p95: number
  readonly slowest: number
}

async function measured(reader: Reader, question: string, path: string, times = Number(values.times)): Promise<Row> {
  if (times > 1) await reader.get(path)
  const took: number[] = []
  while (took.length < times) took.push(await timed(() => reader.get(path)))
  took.sort((one, other) => one - other)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!
  return { question, p50: at(0.5), p95: at(0.95), slowest: took.at(-1)! }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

interface Report {
  readonly transactions: number
  readonly fillingSeconds: number
  readonly rows: readonly Row[]
  readonly pages: readonly PageFigures[]
}

function print(report: Report): void {
  if (values.json) {
    console.log(JSON.stringify(report, null, 2))
    return
  }
  const { transactions, fillingSeconds, rows, pages } = report
  const lines = rows.map(({ question, p50, p95, slowest }) =>
    [question.padEnd(44), ...[p50, p95, slowest].map((ms) => ms.toFixed(1).padStart(10))].join(''),
  )
  console.log(`\n${transactions} payments, made up in ${fillingSeconds.toFixed(0)} s.\n`)
  console.log([`${'ms'.padEnd(44)}       p50       p95   slowest`, ...lines].join('\n'))
  console.log(`\n${printedPages(pages)}`)
}
