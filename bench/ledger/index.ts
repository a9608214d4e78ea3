import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Gateway } from '#flows/gateway.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { openDatabase, withConnection } from '#store/connection/database.ts'
import { fillFolder } from '../fill/filled-gateway.ts'
import { LEDGER_TABLES } from '../fill/index.ts'
import { startPreparedDatabase } from '../prepared-gateway.ts'

/**
 * `npm run bench:ledger -- --transactions 10000000`: seconds of the first night, which verifies and seals a year of
 * payments, of three nights after it, and of the command (bench/README.md#verification).
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, transactions: { type: 'string', default: '1000000' } },
})
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'tollgate-ledger-')))
try {
  await fillFolder(folder, Number(values.transactions), console.error, LEDGER_TABLES)
  const { server, remove } = await startPreparedDatabase({}, folder)
  await measure(server.url).finally(remove)
} finally {
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}

async function measure(url: string): Promise<void> {
  const sql = openDatabase(url, 'bench')
  const alone: Gateway['alone'] = (purpose, act) => withConnection(url, purpose, act)
  const gateway = { sql, alone, settings: { realm: 'uat' } } as Gateway
  const tonight = Math.floor(Date.now() / 86_400_000)
  const timed = async (name: string, night?: number) => {
    const beganAt = performance.now()
    let checkBeganAt = beganAt
    let current = ''
    const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
    const { checked, discrepancies } = await proveLedger(
      gateway,
      new AbortController().signal,
      ({ check }) => {
        if (current) console.error(`  ${current}: ${seconds(checkBeganAt)} s`)
        current = check
        checkBeganAt = performance.now()
      },
      night === undefined ? undefined : [night],
    )
    console.log(
      `${name}: ${seconds(beganAt)} s, ${checked.transactions} payments, ${discrepancies.length} discrepancies`,
    )
  }
  try {
    await timed('first night', tonight)
    for (const later of [1, 2, 3]) await timed(`night ${later}`, tonight + later)
    await timed('command')
  } finally {
    await sql.end()
  }
}
