import { setTimeout as sleep } from 'node:timers/promises'
import { checkWritable } from '#store/connection/availability.ts'
import type { Gateway } from '../gateway.ts'

export { isUnavailableError as meansUnavailable } from '#store/connection/availability.ts'

/** A load balancer asks every few seconds and must not wait for a connection that never comes. */
const PATIENCE_MS = 2000

/** True if this process can serve: the database answers and takes writes. */
export async function isReady(gateway: Gateway): Promise<boolean> {
  const writable = checkWritable(gateway.sql).then(
    () => true,
    () => false,
  )
  return Promise.race([writable, sleep(PATIENCE_MS, false, { ref: false })])
}
