import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { masterKeyPath } from '#app/config/master-key.ts'
import { isGiven } from '#app/config/read-setting.ts'
import { SETTINGS } from '#app/config/settings.ts'
import { type Config, readConfig } from '#app/config.ts'
import { checkRealm } from '#app/open-realm.ts'
import { OTHER_MASTER_KEY } from '#app/open-vault.ts'
import { RowRefused, type RowWriter } from '#store/backup/copy.ts'
import { isEmpty, restoreRows } from '#store/backup/restore-rows.ts'
import { type Database, type Sql, withConnection } from '#store/connection/database.ts'
import { SealError } from '#vault/aead.ts'
import { openBackupKey } from '#vault/backup-key.ts'
import { masterKeysOf } from '#vault/held-keys.ts'
import { Failure } from '../command.ts'
import { dataDirectory, withUrl } from '../with-database.ts'
import { type BackupReader, openBackup, type Trust } from './backup-file.ts'
import { damaged } from './backup-lines.ts'
import { restoreDemo } from './demo-copy.ts'

export interface RestoreResult {
  /** ISO 8601. */
  readonly taken_at: string
  readonly release: string
  readonly tables: number
  /** True if it was written under this master key and not changed since. */
  readonly signed: boolean
}

/** Puts a backup into an empty database: all of it, or nothing. @throws Failure that says what to do */
export async function restore(file: string, takesUnsigned: boolean): Promise<RestoreResult> {
  const config = configWithKey()
  const backup = await openBackup(file, trustOf(config, takesUnsigned))
  return withUrl((url, local) =>
    withConnection(local?.ownerUrl ?? url, 'restore', (sql) =>
      restoreInto(sql, backup, async (restored) => {
        await checkRealm(restored, config.realm)
        await restoreDemo(restored, config, backup.header.demo)
      }),
    ),
  )
}

/** Requires a configured master key: a generated one would decrypt nothing. */
export function configWithKey(): Config {
  const keyFile = masterKeyPath(resolve(dataDirectory()))
  if (!isGiven(SETTINGS.masterKey, process.env) && !existsSync(keyFile)) {
    throw new Failure(`Save the master key in ${keyFile}, or set MASTER_KEY.`)
  }
  return readConfig(process.env)
}

/** Accepts a backup written under the current or the previous master key. */
export function trustOf(config: Config, takesUnsigned: boolean): Trust {
  const keyOf = (sealed: Uint8Array) => {
    try {
      return openBackupKey(masterKeysOf(config), sealed)
    } catch (cause) {
      throw cause instanceof SealError ? new Failure(OTHER_MASTER_KEY, { cause }) : cause
    }
  }
  return { keyOf, takesUnsigned }
}

/** @param sql its owner's connection @param check inspects the rows before the commit */
export async function restoreInto(
  sql: Database,
  backup: BackupReader,
  check: (restored: Sql) => Promise<void>,
): Promise<RestoreResult> {
  if (!(await isEmpty(sql))) {
    throw new Failure('This database already contains a gateway. Restore into an empty one, or into another DATA_DIR.')
  }
  let tables = 0
  await restoreRows(sql, backup.header.migrations, async (empty) => {
    for await (const { table, rows } of backup.tables()) {
      await putRows(rows, await empty.rowsInto(table)).catch((cause) => {
        throw cause instanceof RowRefused
          ? damaged(backup.path, `a row of ${table.name} does not fit its table`)
          : cause
      })
      tables += 1
    }
    await check(empty.sql)
  })
  const { taken_at, release, key } = backup.header
  return { taken_at, release, tables, signed: key !== null }
}

/** An incomplete file leaves COPY open, which blocks all other statements, even the end of the SQL transaction. */
async function putRows(rows: AsyncIterable<Uint8Array>, writer: RowWriter): Promise<void> {
  try {
    for await (const piece of rows) await writer.write(piece)
  } catch (error) {
    await writer.giveUp()
    throw error
  }
  await writer.end()
}
