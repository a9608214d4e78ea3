import type { Config } from '#app/config.ts'
import { openVault } from '#app/open-vault.ts'
import { type DemoAccess, readDemoFile, writeDemoFile } from '#app/supervisor/demo-file.ts'
import type { Sql } from '#store/connection/database.ts'

// The database has only digests of the secrets in `demo.json`, so backups include a copy, protected like the rest.

const CONTEXT = 'demo-file'

/** A copy sealed under the master key, Base64; null where there is no `demo.json`. */
export async function sealDemo(sql: Sql, config: Config): Promise<string | null> {
  const demo = config.realm === 'uat' ? readDemoFile(config.dataDir) : undefined
  if (!demo) return null
  const vault = await openVault(sql, config)
  return Buffer.from(vault.seal(Buffer.from(JSON.stringify(demo)), CONTEXT)).toString('base64')
}

/** Decrypts `demo.json`, and with it the vault. @returns undefined if none can be restored */
export async function openDemo(sql: Sql, config: Config, sealed: string | null): Promise<DemoAccess | undefined> {
  const vault = await openVault(sql, config)
  if (config.realm !== 'uat' || sealed === null) return undefined
  const text = Buffer.from(vault.open(Buffer.from(sealed, 'base64'), CONTEXT)).toString()
  return JSON.parse(text) as DemoAccess
}

export async function restoreDemo(sql: Sql, config: Config, sealed: string | null): Promise<void> {
  const demo = await openDemo(sql, config, sealed)
  if (demo) writeDemoFile(config.dataDir, demo)
}
