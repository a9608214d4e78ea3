import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#store/connection/database.ts'
import type { Database } from '#store/connection/sql.ts'
import { eraseForgottenSecrets } from '#store/three-ds/erase-secrets.ts'

/** Payments lock the table of secrets for moments, a running dump for longer. */
const MAX_ATTEMPTS = 10
const PAUSE_MS = 100
/** Limits the wait for a database that does not respond. */
const TIMEOUT_MS = 5000

/** Erases security codes of completed payments from disk, also after a crash. @returns false if it did not succeed in time */
export function eraseSecrets(url: string): Promise<boolean> {
  return Promise.race([withConnection(url, 'erase secrets', eraseRepeatedly), sleep(TIMEOUT_MS, false, { ref: false })])
}

async function eraseRepeatedly(sql: Database): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if ((await eraseForgottenSecrets(sql)) === 0) return true
    await sleep(PAUSE_MS)
  }
  return false
}
