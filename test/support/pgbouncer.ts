import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseServerUser } from '../../src/supervisor/server-user.ts'
import { eventually } from './eventually.ts'
import { freePort } from './ports.ts'

const PROGRAM = process.env.TEST_PGBOUNCER ?? 'pgbouncer'
/** More clients than this wait for each other's transactions. */
const SERVER_SESSIONS = 8

/** A PgBouncer in transaction mode, in front of one server. */
export interface PgBouncer {
  /** URL of a database and role through PgBouncer. */
  through(url: string): string
  close(): Promise<void>
}

/** True if this machine has one; `TEST_PGBOUNCER` names it where it is not on the path. */
export function hasPgBouncer(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts one with the settings that every version has. @param url of a role that may come through it */
export async function openPgBouncer(url: string): Promise<PgBouncer> {
  const { username, password, port: serverPort } = new URL(url)
  const [directory, port, user] = await Promise.all([
    mkdtemp(join(tmpdir(), 'tollgate-pgbouncer-')),
    freePort(),
    chooseServerUser('/'),
  ])
  await chmod(directory, 0o755)
  const [settings, users] = [join(directory, 'pgbouncer.ini'), join(directory, 'users.txt')]
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(settings, settingsOf(port, serverPort, users))
  const child = spawn(PROGRAM, ['-q', settings], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  await eventually('PgBouncer to listen', 30, () => listens(port))
  return {
    through: (direct) =>
      Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(port), search: '?pgbouncer=true' }).href,
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const settingsOf = (port: number, serverPort: string, users: string) => `
[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SERVER_SESSIONS}
max_client_conn = 500
`

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('error', () => resolve(false)).once('connect', () => resolve(true))
    probe.once('connect', () => probe.destroy())
  })
}
