import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Haproxy, hasHaproxy, openHaproxy } from '#test/haproxy.ts'

/** Configuration in docs/operate/merchant-groups.md#one-address, unchanged. */
const FILE = resolve('deploy/groups/haproxy.cfg')

export const isThere = hasHaproxy()
if (!isThere) console.warn('Skipped: there is no HAProxy here; "apt install haproxy" brings one.')

/** The two groups that the file names. */
export type Group = 'eu1' | 'us1'

/** HAProxy before both groups. */
export interface OneAddress extends Haproxy {
  /** Path of its admin socket. */
  readonly adminSocket: string
  /** Path of its map of homes. */
  readonly homes: string
}

/** Opens one address before both. @param homes the file that lists who says no group; a copy of it is used */
export async function openOneAddress(
  baseUrls: Record<Group, string>,
  homes = resolve('deploy/groups/homes.map'),
): Promise<OneAddress> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-proxy-'))
  const paths = { adminSocket: join(directory, 'admin.sock'), homes: join(directory, 'homes.map') }
  await copyFile(homes, paths.homes)
  const hostOf = (group: Group) => new URL(baseUrls[group]).host
  const addresses = { EU1: hostOf('eu1'), EU1_URL: baseUrls.eu1, US1: hostOf('us1'), US1_URL: baseUrls.us1 }
  const remove = () => rm(directory, { recursive: true })
  try {
    const env = { ...addresses, HOMES: paths.homes, ADMIN_SOCKET: paths.adminSocket }
    const proxy = await openHaproxy(FILE, env, isReady)
    return { ...paths, address: proxy.address, close: () => proxy.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function isReady(address: string): Promise<boolean> {
  return (await fetch(`${address}/health/live`)).ok
}
