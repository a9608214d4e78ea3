import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { checkRealm } from '#app/open-realm.ts'
import { type LocalDatabase, startLocalDatabase } from '#app/supervisor/local-database.ts'
import { proveLedger, type Verification } from '#flows/ledger/verify.ts'
import { type Sql, withConnection } from '#store/connection/database.ts'
import { thenOrOnSignal } from '../on-signal.ts'
import { openBackup, type Trust } from './backup-file.ts'
import { openDemo } from './demo-copy.ts'
import { configWithKey, type RestoreResult, restoreInto, trustOf } from './restore.ts'

export interface VerifyResult extends RestoreResult, Verification {
  /** True if its ledger, transactions and, in uat, the simulators' ledgers agree. */
  readonly proven: boolean
}

/** Nothing in it has to outlive this command. */
const THROWN_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 20 }

/**
 * Restores into a temporary PostgreSQL, migrates, verifies the ledger and removes it, also on a signal.
 * @throws Failure if it cannot be restored, or not under this master key
 */
export async function verifyBackup(file: string, takesUnsigned: boolean): Promise<VerifyResult> {
  const config = configWithKey()
  const trust = trustOf(config, takesUnsigned)
  return inThrownAwayDatabase((local) => restoreAndProve(file, { config, trust, local }))
}

async function inThrownAwayDatabase<T>(act: (local: LocalDatabase) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-verify-'))
  let starting: Promise<LocalDatabase> | undefined
  const begin = async () => {
    await chmod(directory, 0o755)
    starting = startLocalDatabase(directory, THROWN_AWAY)
    return act(await starting)
  }
  return thenOrOnSignal(begin, async () => {
    const local = await starting?.catch(() => undefined)
    await local?.stop()
    await rm(directory, { recursive: true, force: true })
  })
}

interface Trial {
  readonly config: Config
  readonly trust: Trust
  readonly local: LocalDatabase
}

/** Does everything that `restore` does except writing `demo.json`. */
async function restoreAndProve(file: string, { config, trust, local }: Trial): Promise<VerifyResult> {
  const backup = await openBackup(file, trust)
  const opens = async (sql: Sql) => {
    await checkRealm(sql, config.realm)
    await openDemo(sql, config, backup.header.demo)
  }
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
