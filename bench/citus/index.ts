import { newId } from '#domain/ids.ts'
import { joinCluster, leaveCluster } from '#store/cluster/cluster.ts'
import { openDatabase } from '#store/connection/database.ts'
import { openTransactionWriter } from '#store/transactions/transaction-writer.ts'
import { endingOf, intentOf } from './payment.ts'

// The two commits of a payment on several databases in turns, one payment at a time:
// npm run bench:citus -- postgres://one-server/… postgres://coordinator/…

const ROUNDS = 400
const WARM_UP = 60
const MERCHANTS = 8
const CONNECTIONS = 4
const DUE_IN_SECONDS = 60

const places = await Promise.all(process.argv.slice(2).map(open))
for (let round = 0; round < ROUNDS; round += 1) for (const place of places) await measure(place, round)
for (const { url, intents, endings } of places)
  console.log(`${new URL(url).host}: intent ${spread(intents)} ms, ending ${spread(endings)} ms`)
await Promise.all(places.map(async ({ sql }) => Promise.all([leaveCluster(sql), sql.end()])))

async function open(url: string) {
  const sql = openDatabase(url, 'bench', CONNECTIONS)
  await joinCluster(sql, url, 'bench', CONNECTIONS)
  const merchants = Array.from({ length: MERCHANTS }, () => newId('mer'))
  for (const id of merchants)
    await sql`insert into merchants (merchant_id, name, client_key) values (${id}, 'Bench', ${id})`
  const times = { intents: [] as number[], endings: [] as number[] }
  return { url, sql, merchants, writer: openTransactionWriter(sql, DUE_IN_SECONDS), ...times }
}

async function measure(place: Awaited<ReturnType<typeof open>>, round: number): Promise<void> {
  const intent = intentOf(place.merchants[round % MERCHANTS]!)
  const began = performance.now()
  const recorded = await place.writer.recordIntent(intent)
  const between = performance.now()
  const ended = await place.writer.finish(endingOf(intent))
  const over = performance.now()
  if (recorded.kind !== 'recorded' || !ended) throw new Error(`A payment was not written: ${recorded.kind}, ${ended}.`)
  if (round < WARM_UP) return
  place.intents.push(between - began)
  place.endings.push(over - between)
}

/** Median and 95th percentile. */
function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)]!.toFixed(2)).join(' / ')
}
