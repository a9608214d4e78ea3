import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries, type PostgresBinaries, SHARED_DIRECTORY } from './postgres-binaries.ts'
import { chooseServerUser, isReachableBy, runAs, type ServerUser } from './server-user.ts'

/** Initial superuser of a cluster. It creates the other roles; the gateway's processes never use it. */
export const SUPERUSER = 'tollgate'

const LONGEST_SOCKET_NAME = '.s.PGSQL.65535'
/** Maximum of `sun_path` on every system. */
const LONGEST_SOCKET_PATH = 103

export interface Cluster {
  /** PGDATA. */
  readonly dataDirectory: string
  readonly logFile: string
  /** Directory of the server's socket, for the server's user only; empty if its path would be too long. */
  readonly socketDirectory: string
  readonly password: string
  readonly user: ServerUser | undefined
  readonly binaries: PostgresBinaries
}

/**
 * Finds the cluster of a DATA_DIR, or creates it on the first start in `DATA_DIR/postgres`: `data`, `password` (mode
 * 0600) and `server.log`. If root starts the gateway and the server's user cannot enter DATA_DIR, the cluster is in
 * `/var/lib/tollgate` and `DATA_DIR/postgres` is a link.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const home = join(await realpath(dataDir), 'postgres')
  const user = await chooseServerUser(join(home, 'data'))
  const binaries = await findBinaries(user)
  if (!existsSync(home)) await createCluster(home, user, binaries)
  const place = await realpath(home)
  return {
    dataDirectory: join(place, 'data'),
    logFile: join(place, 'server.log'),
    socketDirectory: Buffer.byteLength(join(place, LONGEST_SOCKET_NAME)) <= LONGEST_SOCKET_PATH ? place : '',
    password: await readFile(join(place, 'password'), 'utf8'),
    user,
    binaries,
  }
}

/** Renamed when complete, so that an interrupted start leaves no incomplete cluster. */
async function createCluster(home: string, user: ServerUser | undefined, binaries: PostgresBinaries): Promise<void> {
  const isOpen = user === undefined || isReachableBy(join(home, '..'), user)
  const fresh = await emptyDirectory(isOpen ? `${home}.new` : undefined)
  const password = join(fresh, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  for (const path of user === undefined ? [] : [fresh, password]) await chown(path, user!.uid, user!.gid)
  const options = [...INITDB_OPTIONS, `--pwfile=${password}`, '--pgdata', join(fresh, 'data')]
  await runAs(user, binaries.initdb, options).catch((cause: Error) => {
    throw new Error(`The local database cannot be created: ${reasonOf(cause)}`, { cause })
  })
  await (isOpen ? rename(fresh, home) : symlink(fresh, home))
}

/** First error in the output of initdb, which causes the following ones. */
export function reasonOf({ message }: Error): string {
  const [, reason] = /(?:^|\s)(?:error|FATAL|PANIC):\s+(.+)/m.exec(message) ?? []
  return reason ?? message
}

async function emptyDirectory(path: string | undefined): Promise<string> {
  if (path === undefined) {
    await mkdir(SHARED_DIRECTORY, { recursive: true, mode: 0o755 })
    return mkdtemp(join(SHARED_DIRECTORY, 'cluster-'))
  }
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  await chmod(path, 0o700)
  return path
}

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]
