import { setTimeout as sleep } from 'node:timers/promises'
import { ping } from '#store/connection/availability.ts'
import type { Gateway } from '../gateway.ts'

export { meansUnreachable } from '#store/connection/availability.ts'

/** A load balancer asks every few seconds and must not wait for a connection that never comes. */
const PATIENCE_MS = 2000

/** Whether this process can serve: the database answers. */
export async function isReady(gateway: Gateway): Promise<boolean> {
  const answered = ping(gateway.sql).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, sleep(PATIENCE_MS, false, { ref: false })])
}
