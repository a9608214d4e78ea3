import { resolve } from 'node:path'
import { type Haproxy, hasHaproxy, openHaproxy } from '#test/haproxy.ts'

/** Configuration in docs/operate/merchant-groups.md#one-address, unchanged. */
const FILE = resolve('deploy/groups/haproxy.cfg')

export const isThere = hasHaproxy()
if (!isThere) console.warn('Skipped: there is no HAProxy here; "apt install haproxy" brings one.')

/** The two groups that the file names. */
export type Group = 'eu1' | 'us1'

/** One address before both. @param homes the file that lists who says no group */
export function openOneAddress(baseUrls: Record<Group, string>, homes = resolve('deploy/groups/homes.map')) {
  const hostOf = (group: Group) => new URL(baseUrls[group]).host
  const env = { EU1: hostOf('eu1'), EU1_URL: baseUrls.eu1, US1: hostOf('us1'), US1_URL: baseUrls.us1, HOMES: homes }
  return openHaproxy(FILE, env, isReady)
}

async function isReady(address: string): Promise<boolean> {
  return (await fetch(`${address}/health/live`)).ok
}

export type OneAddress = Haproxy
