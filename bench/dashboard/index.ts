import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withConnection } from '#store/connection/database.ts'
import { fill } from '../fill/index.ts'
import { startPreparedGateway } from '../prepared-gateway.ts'
import { lookAt, type PageFigures, printedPages } from './browser.ts'
import { LAST, PAGES, QUESTIONS } from './questions.ts'
import { openReader, type Reader } from './reader.ts'

/**
 * `npm run bench:dashboard [-- --transactions 1000000 --times 40 --views 5 --json]`: how long the questions that people ask of
 * payments take where there are many (docs/operate/benchmark.md). One at a time, over HTTP; and how pages feel in the real
 * Chromium on a slow line.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    transactions: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '40' },
    views: { type: 'string', default: '5' },
  },
})
const transactions = Number(values.transactions)

// What is made up need not survive a crash.
const unsafe = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '4GB' }
const { gateway, server, stop } = await startPreparedGateway(unsafe)
try {
  const { merchant } = gateway.demo
  const filled = { merchantId: merchant.merchant_id, terminalId: merchant.terminal_id, transactions }
  const filling = await timed(() => withConnection(server.superuserUrl, 'fill', (sql) => fill(sql, filled, tell)))
  const gathering = await timed(() => untilGathered(filled.merchantId))
  const reader = openReader(gateway.demo)
  const rows = []
  for (const [question, path] of Object.entries(QUESTIONS)) rows.push(await measured(reader, question, path(filled)))
  for (const [question, path] of Object.entries(LAST)) rows.push(await measured(reader, question, path(filled), 1))
  const pages = Object.fromEntries(Object.entries(PAGES).map(([page, path]) => [page, path(filled)]))
  const looks = await lookAt(gateway.demo, pages, Number(values.views))
  print({ transactions, fillingSeconds: filling / 1000, gatheringSeconds: gathering / 1000, rows, pages: looks })
} finally {
  await stop()
}

function tell(done: number): void {
  if (!values.json) process.stderr.write(`\r${done} of ${transactions} made up`)
}

/** The worker counts what was made up, and closes its days. */
async function untilGathered(merchantId: string): Promise<void> {
  await withConnection(server.superuserUrl, 'gather', async (sql) => {
    // Days that the worker closed while they were being made up lack what came later.
    await sql.begin(async (anew) => {
      await anew`update gathering_marks set reached = null`
      await anew`truncate ledger_days`
    })
    for (let counted = -1n; counted < BigInt(transactions); await sleep(500)) {
      const [row] = await sql<[{ counted: bigint; closed: boolean }]>`
        select coalesce(sum(count), 0)::int8 as counted,
          (select reached > now() - interval '2 days' from gathering_marks where name = 'ledger') as closed
        from payment_days where merchant_id = ${merchantId} and dimension = 'all'`
      if (row.closed) counted = row.counted
    }
    await sql`analyze`
  })
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
  readonly gatheringSeconds: number
  readonly rows: readonly Row[]
  readonly pages: readonly PageFigures[]
}

function print(report: Report): void {
  if (values.json) {
    console.log(JSON.stringify(report, null, 2))
    return
  }
  const { fillingSeconds, gatheringSeconds, rows, pages } = report
  const lines = rows.map(({ question, p50, p95, slowest }) =>
    [question.padEnd(44), ...[p50, p95, slowest].map((ms) => ms.toFixed(1).padStart(10))].join(''),
  )
  console.log(
    `\n\nMade up in ${fillingSeconds.toFixed(0)} s, gathered and counted in ${gatheringSeconds.toFixed(0)} s.\n`,
  )
  console.log([`${'ms'.padEnd(44)}       p50       p95   slowest`, ...lines].join('\n'))
  console.log(`\n${printedPages(pages)}`)
}
