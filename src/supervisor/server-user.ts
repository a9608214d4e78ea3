import { execFile } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/** Unprivileged accounts that a machine may have, in order of preference. */
const CANDIDATES = ['postgres', 'nobody']

/** Account of the database server if root runs the gateway. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * User for root's server, because PostgreSQL refuses to run as root; an existing cluster is run by its owner.
 * @param dataDirectory the server's data, if any @returns undefined for the current user
 */
export async function chooseServerUser(dataDirectory: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataDirectory, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of CANDIDATES) {
    const user = await lookUp(name)
    if (user !== undefined) return user
  }
  throw new Error('The local database cannot run as root. Start Tollgate as another user, or set DATABASE_URL.')
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => execFileAsync('id', [which, name])))
    return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
  } catch {
    return undefined
  }
}

/** True if `user` may enter a directory and each of its parents, by owner, group and mode. */
export function isReachableBy(path: string, user: ServerUser): boolean {
  let directory = realpathSync(path)
  while (mayEnter(directory, user)) {
    if (directory === dirname(directory)) return true
    directory = dirname(directory)
  }
  return false
}

function mayEnter(directory: string, user: ServerUser): boolean {
  const { mode, uid, gid } = statSync(directory)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & 1) === 1
}

/** Runs a program as `user`, with only `PATH` of our environment, which has the master key. @throws with standard error */
export async function runAs(user: ServerUser | undefined, program: string, args: readonly string[]): Promise<string> {
  const { PATH } = process.env
  const { stdout } = await execFileAsync(program, args, { ...user, cwd: '/', env: { PATH } })
  return stdout
}
