import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#store/connection/database.ts'
import type { Database } from '#store/connection/sql.ts'
import { eraseForgottenSecrets } from '#store/three-ds/erase-secrets.ts'

/** Payments of other machines hold the table of secrets for moments, a running dump holds it for longer. */
const MAX_ATTEMPTS = 10
const PAUSE_MS = 100
/** A stop waits no longer for a database that does not answer. */
const TIMEOUT_MS = 5000

/**
 * Takes the security codes of payments that are over off the disk: at the start what processes that died left there, at
 * the stop those of the last payments.
 * @returns false where that did not succeed in time
 */
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
