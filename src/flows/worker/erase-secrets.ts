import { eraseForgottenSecrets } from '#store/three-ds/erase-secrets.ts'
import type { Gateway } from '../gateway.ts'

/** How long somebody may hold the table before an operator should look, and until they are told again. */
const PATIENCE_SECONDS = 60

/**
 * The worker's part in forgetting security codes: what was deleted with the final status leaves the disk, too.
 * @returns a function that does it where there is anything to erase, and warns where that does not succeed
 */
export function secretErasureTask({ sql, log, clock }: Gateway): () => Promise<boolean> {
  let warnedAt = 0
  return async () => {
    const seconds = await eraseForgottenSecrets(sql)
    const now = clock.now().getTime() / 1000
    if (seconds < PATIENCE_SECONDS || now - warnedAt < PATIENCE_SECONDS) return false
    warnedAt = now
    log.warn({ seconds: Math.round(seconds) }, 'security codes of completed payments not erased from disk')
    return false
  }
}
