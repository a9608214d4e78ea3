import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Config, readConfig } from '#app/config.ts'
import { VERSION } from '#http/version.ts'
import { recordBackup } from '#store/backup/last-backup.ts'
import { withBackupSnapshot } from '#store/backup/read-backup.ts'
import { withConnection } from '#store/connection/database.ts'
import { newBackupKey } from '#vault/backup-key.ts'
import { masterKeysOf } from '#vault/held-keys.ts'
import { Failure } from '../command.ts'
import { thenOrOnSignal } from '../on-signal.ts'
import { withUrl } from '../with-database.ts'
import { backupText } from './backup-file.ts'
import { sealDemo } from './demo-copy.ts'

export interface BackupResult {
  readonly file: string
  /** ISO 8601. */
  readonly taken_at: string
  readonly tables: number
}

/** Writes a backup while the gateway runs or not. The file appears once it is complete. @throws Failure if it exists */
export async function backUp(file: string): Promise<BackupResult> {
  const config = readConfig(process.env)
  if (existsSync(file)) throw new Failure(`${file} already exists. Choose another name.`)
  const unfinished = `${file}.unfinished`
  return thenOrOnSignal(
    () => write(config, { file, unfinished }),
    () => rm(unfinished, { force: true }),
  )
}

function write(config: Config, { file, unfinished }: Record<'file' | 'unfinished', string>): Promise<BackupResult> {
  return withUrl((url) =>
    withConnection(url, 'backup', async (sql) => {
      const demo = await sealDemo(sql, config)
      const taken = await withBackupSnapshot(sql, async (snapshot) => {
        const target = createWriteStream(unfinished, { mode: 0o600, flush: true })
        const text = backupText(snapshot, VERSION, { demo, key: newBackupKey(masterKeysOf(config)) })
        await pipeline(text, createGzip(), target)
        return { file, taken_at: snapshot.at.toISOString(), tables: snapshot.tables.length }
      })
      await rename(unfinished, file)
      // A standby or an older schema cannot store it, and the backup is good.
      await recordBackup(sql, new Date(taken.taken_at)).catch(() => undefined)
      return taken
    }),
  )
}
