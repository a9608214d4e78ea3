import { eraseForgottenSecrets } from '#store/three-ds/erase-secrets.ts'
import type { Gateway } from '../gateway.ts'

/** Wait for a locked table before a warning, and interval of warnings. */
const PATIENCE_SECONDS = 60

/** Erases deleted security codes from disk, too. @returns a function that erases if necessary, or warns */
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
