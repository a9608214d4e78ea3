import type { Config } from '#app/config.ts'
import { openVault } from '#app/open-vault.ts'
import { type DemoAccess, readDemoFile, writeDemoFile } from '#app/supervisor/demo-file.ts'
import type { Sql } from '#store/connection/database.ts'

// `demo.json` holds the demo merchant's secrets, which the database knows only by their digests. So a copy travels with a
// backup, as well protected as everything else in it.

const CONTEXT = 'demo-file'

/** A copy sealed under the master key, Base64; null where there is no `demo.json`. */
export async function sealDemo(sql: Sql, config: Config): Promise<string | null> {
  const demo = config.realm === 'uat' ? readDemoFile(config.dataDir) : undefined
  if (!demo) return null
  const vault = await openVault(sql, config)
  return Buffer.from(vault.seal(Buffer.from(JSON.stringify(demo)), CONTEXT)).toString('base64')
}

/**
 * Puts `demo.json` back, in the place of the one there is.
 * @param sql the restored database
 */
export async function restoreDemo(sql: Sql, config: Config, sealed: string | null): Promise<void> {
  const vault = await openVault(sql, config)
  if (config.realm !== 'uat' || sealed === null) return
  const text = Buffer.from(vault.open(Buffer.from(sealed, 'base64'), CONTEXT)).toString()
  writeDemoFile(config.dataDir, JSON.parse(text) as DemoAccess)
}
