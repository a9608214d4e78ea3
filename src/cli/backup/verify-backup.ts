import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { openVault } from '#app/open-vault.ts'
import { type LocalDatabase, startLocalDatabase } from '#app/supervisor/local-database.ts'
import { proveLedger, type Verification } from '#flows/ledger/verify.ts'
import { withConnection } from '#store/connection/database.ts'
import { openBackup } from './backup-file.ts'
import { configWithKey, type Restored, restoreInto } from './restore.ts'

/** What a backup turned out to be. */
export interface Verified extends Restored, Verification {
  /** Whether its ledger, transactions and, in uat, the simulators' ledgers agree. */
  readonly proven: boolean
}

/** Nothing in it has to outlive this command. */
const THROWN_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 20 }

/**
 * Restores a backup into a PostgreSQL of its own in the system's temporary directory, brings it up to date, proves its
 * ledger and throws it away.
 * @throws Failure where it cannot be restored, or not under this master key
 */
export async function verifyBackup(file: string): Promise<Verified> {
  const config = configWithKey()
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-verify-'))
  await chmod(directory, 0o755)
  try {
    const local = await startLocalDatabase(directory, THROWN_AWAY)
    return await restoreAndProve(file, config, local).finally(() => local.stop())
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function restoreAndProve(file: string, config: Config, local: LocalDatabase): Promise<Verified> {
  const backup = await openBackup(file)
  const opens = async (sql: Parameters<typeof openVault>[0]) => void (await openVault(sql, config))
  const restored = await withConnection(local.ownerUrl, 'restore', (sql) => restoreInto(sql, backup, opens))
  await local.migrate()
  const { gateway, close } = await openGateway(
    { ...config, databaseUrl: local.url, logLevel: 'silent' },
    'verify backup',
    1,
  )
  const verification = await proveLedger(gateway, new AbortController().signal).finally(close)
  return { proven: verification.discrepancies.length === 0, ...restored, ...verification }
}
