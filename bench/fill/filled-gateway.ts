import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerSettings } from '#app/supervisor/local-database.ts'
import { startGateway } from '../gateway-process.ts'
import { type PreparedGateway, startPreparedDatabase, startPreparedGateway } from '../prepared-gateway.ts'
import { type Filled, fill } from './index.ts'

/** Nothing waits for a disk, and no change is written twice: what is made up can be made up again. */
const UNSAFE: ServerSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  shared_buffers: '1GB',
}

/** A demo merchant's past, and how long it took to make it up. */
interface FilledGateway {
  readonly filled: Filled & { readonly seconds: number }
  readonly prepared: PreparedGateway
  /** Removes its files, unless they are kept. */
  remove(): Promise<void>
}

/**
 * Starts a gateway on a database with a year of the demo merchant's payments.
 * @param kept a folder that an earlier run has filled, or that is filled now, and stays
 */
export async function startFilledGateway(
  transactions: number,
  kept: string | undefined,
  tell: (text: string) => void,
): Promise<FilledGateway> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'tollgate-filled-')))
  const remove = async () => kept ?? rm(folder, { recursive: true, force: true })
  try {
    const filled = await fillFolder(folder, transactions, tell)
    const prepared = await startPreparedGateway({ shared_preload_libraries: 'pg_stat_statements' }, folder)
    return { filled, prepared, remove: async () => void (await remove()) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Fills the folder, unless an earlier run has. @param tables those of `fill` @returns what is in it */
export async function fillFolder(
  folder: string,
  transactions: number,
  tell: (text: string) => void,
  tables?: readonly string[],
): Promise<FilledGateway['filled']> {
  const record = join(folder, 'filled.json')
  if (existsSync(record)) return JSON.parse(await readFile(record, 'utf8'))
  const { server, remove: stop } = await startPreparedDatabase(UNSAFE, folder)
  try {
    const gateway = await startGateway({ DATABASE_URL: server.url }, folder)
    await gateway.stop()
    const { merchant_id: merchantId, terminal_id: terminalId } = gateway.demo.merchant
    const began = performance.now()
    await fill(server.superuserUrl, [{ merchantId, terminalId, transactions }], tell, tables)
    const filled = { merchantId, terminalId, transactions, seconds: (performance.now() - began) / 1000 }
    await writeFile(record, JSON.stringify(filled))
    return filled
  } finally {
    await stop()
  }
}
