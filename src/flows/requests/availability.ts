import { setTimeout as sleep } from 'node:timers/promises'
import { checkWritable } from '#store/connection/availability.ts'
import type { Gateway } from '../gateway.ts'

export { isUnavailableError as meansUnavailable } from '#store/connection/availability.ts'

/** A load balancer calls every few seconds and must not wait for a connection that never comes. */
const PATIENCE_MS = 2000

/** The disk is checked less often, because a write takes much of a quiet database's time. */
const DISK_CHECK_MS = 10_000

/** Time of the last successful disk check, by database. */
const diskChecks = new WeakMap<Gateway['sql'], number>()

/** True if this process can serve: the database responds, accepts writes and payments, and recently had room on its disk. */
export async function isReady({ sql, writer }: Gateway): Promise<boolean> {
  const now = performance.now()
  const writes = now - (diskChecks.get(sql) ?? Number.NEGATIVE_INFINITY) >= DISK_CHECK_MS
  const writable = Promise.all([checkWritable(sql, writes), writer.check()]).then(
    () => {
      if (writes) diskChecks.set(sql, now)
      return true
    },
    () => false,
  )
  return Promise.race([writable, sleep(PATIENCE_MS, false, { ref: false })])
}
