import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries, type PostgresBinaries } from '../../src/supervisor/postgres-binaries.ts'
import { chooseServerUser, runAs, type ServerUser } from '../../src/supervisor/server-user.ts'
import { freePort } from './ports.ts'

const SUPERUSER = 'tollgate'
const PASSWORD = 'of-a-server-for-tests'

/** Which PostgreSQL runs, and as whom where we are root. */
export interface Installation {
  readonly binaries: PostgresBinaries
  readonly user: ServerUser | undefined
  readonly majorVersion: number
}

/** A PostgreSQL server of a test's own, on a data directory that may be a copy of another's. */
export interface PostgresServer {
  readonly port: number
  readonly directory: string
  /** The superuser's, by TCP. */
  urlOf(database: string): string
  /** @param settings beside address and port, by name */
  start(settings: Readonly<Record<string, string | number>>): Promise<void>
  /** Kills all of its processes immediately. */
  kill(): void
  stop(): Promise<void>
}

/** The PostgreSQL that the packages bring, or the one in the directory that `TEST_POSTGRES_BIN` names. */
export async function findInstallation(directory = process.env.TEST_POSTGRES_BIN): Promise<Installation> {
  const user = await chooseServerUser('/')
  const binaries = directory
    ? { initdb: join(directory, 'initdb'), pgCtl: join(directory, 'pg_ctl') }
    : await findBinaries(user)
  const version = await runAs(user, binaries.pgCtl, ['--version'])
  return { binaries, user, majorVersion: Number.parseInt(/\d+/.exec(version)![0], 10) }
}

/** An empty directory that the server's user owns. */
export async function serverDirectory(path: string, { user }: Installation): Promise<string> {
  await mkdir(path)
  await chmod(path, 0o700)
  if (user) await chown(path, user.uid, user.gid)
  return path
}

/** Makes a data directory. Text sorts as in the gateway's own database: by code point, in any system language. */
export async function initialize(directory: string, installation: Installation): Promise<void> {
  const { binaries, user, majorVersion } = installation
  const passwordFile = `${directory}.password`
  await writeFile(passwordFile, PASSWORD, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const locale = majorVersion < 17 ? ['--locale=C.UTF-8'] : BUILTIN_LOCALE
  const login = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const rest = ['--encoding=UTF8', '--data-checksums', '--no-instructions', '--pgdata', directory]
  await runAs(user, binaries.initdb, [...login, ...locale, ...rest])
}

const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** @param directory a data directory of this installation's version */
export async function openServer(directory: string, installation: Installation): Promise<PostgresServer> {
  const port = await freePort()
  const { binaries, user } = installation
  const control = (act: string, ...args: readonly string[]) =>
    runAs(user, binaries.pgCtl, [act, '--pgdata', directory, '--wait', '--timeout', '60', '--silent', ...args])
  return {
    port,
    directory,
    urlOf: (database) => `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/${database}`,
    async start(settings) {
      const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', timezone: 'UTC', ...settings }
      const text = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`)
      await writeFile(join(directory, 'postgresql.conf'), text.join(''))
      const log = join(directory, 'server.log')
      await control('start', '--log', log).catch((cause) => {
        throw new Error(readFileSync(log, 'utf8'), { cause })
      })
    },
    kill: () => killServer(directory),
    stop: async () => void (await control('stop', '--mode', 'immediate')),
  }
}

export function killServer(directory: string): void {
  const postmaster = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table.split('\n').map((row) => row.trim().split(/\s+/).map(Number))
  process.kill(postmaster, 'SIGKILL')
  for (const [pid, parent] of rows) if (parent === postmaster) endIfThere(pid!)
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // Without its postmaster it may be gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
