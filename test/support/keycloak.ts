import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'
import { freePort } from './ports.ts'

const VERSION = '26.4.7'
const REALM_FILE = fileURLToPath(new URL('../../deploy/keycloak/uat-realm.json', import.meta.url))
/** Its first start builds itself: 50 seconds of CPU, for which it may have a twentieth of a busy machine. */
const START_SECONDS = 1000
const DOWNLOAD_MS = 300_000

const run = promisify(execFile)

export interface KeycloakPerson {
  readonly name: string
  readonly password: string
  readonly groups?: readonly string[]
  readonly emailVerified?: boolean
}

/** A Keycloak of its own with the realm of `deploy/keycloak`, in Java; a process of the test only. */
export interface Keycloak {
  readonly url: string
  /** A token of one of its machine clients. */
  tokenOf(clientId: string, clientSecret: string): Promise<string>
  /** @returns its id there */
  addPerson(person: KeycloakPerson): Promise<string>
  /** Ends all sign-ins of a person, as an administrator does. */
  signOut(personId: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Downloads it by Maven and starts it.
 * @param variables what the realm file leaves open: `BASE_URL` and the clients' secrets
 * @returns undefined where Java, Maven or its repository is missing
 */
export async function startKeycloak(variables: Record<string, string>): Promise<Keycloak | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-keycloak-'))
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 })
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`
  const unpack = ['-q', '-B', 'dependency:unpack', artifact, `-DoutputDirectory=${directory}`]
  const isThere = await run('java', ['-version'])
    .then(() => run('mvn', unpack, { cwd: directory, timeout: DOWNLOAD_MS }))
    .then(
      () => true,
      () => false,
    )
  if (!isThere) {
    await remove()
    return undefined
  }
  const home = join(directory, `keycloak-${VERSION}`)
  await mkdir(join(home, 'data/import'), { recursive: true })
  await copyFile(REALM_FILE, join(home, 'data/import/uat-realm.json'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = launch(home, port, variables)
  const stop = async () => {
    await end(child)
    await remove()
  }
  try {
    await eventually('Keycloak serves the realm', START_SECONDS, async () => {
      const ending = child.exitCode ?? child.signalCode
      if (ending !== null) throw new Error(`Keycloak ended with ${ending} instead of starting.`)
      return isServing(url)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop, ...administration(url) }
}

/** Saves two fifths of the CPU of a start: what runs for minutes does not repay the second compiler. */
const CHEAP_START = '-XX:-UseG1GC -XX:+UseSerialGC -XX:TieredStopAtLevel=1'
const ADMIN = { KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin' }

/** A process group of its own: its script starts Java as a child. */
function launch(home: string, port: number, variables: Record<string, string>): ChildProcess {
  const options = ['start-dev', '--import-realm', `--http-port=${port}`, '--http-host=127.0.0.1']
  const java = { JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m', JAVA_OPTS_APPEND: CHEAP_START }
  const env = { ...process.env, ...ADMIN, ...variables, ...java }
  return spawn('bash', [join(home, 'bin/kc.sh'), ...options], { cwd: home, env, stdio: 'ignore', detached: true })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}

async function isServing(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/realms/uat/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined)
  return answer?.status === 200
}

/** Client of its admin API. */
function administration(url: string) {
  const tokenAt = async (realm: string, form: Record<string, string>) => {
    const address = `${url}/realms/${realm}/protocol/openid-connect/token`
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const administer = async (method: string, path: string, body?: object) => {
    const admin = { username: ADMIN.KC_BOOTSTRAP_ADMIN_USERNAME, password: ADMIN.KC_BOOTSTRAP_ADMIN_PASSWORD }
    const token = await tokenAt('master', { grant_type: 'password', client_id: 'admin-cli', ...admin })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = body && { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/admin/realms/uat${path}`, { method, headers, ...sent })
    if (!answer.ok && answer.status !== 409) throw new Error(`Keycloak answers ${answer.status} to ${path}.`)
    return answer
  }
  return {
    tokenOf: (clientId: string, clientSecret: string) =>
      tokenAt('uat', { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    addPerson: async ({ name, password, groups = [], emailVerified = true }: KeycloakPerson) => {
      for (const group of groups) await administer('POST', '/groups', { name: group })
      const added = await administer('POST', '/users', {
        username: name,
        firstName: name,
        lastName: 'Person',
        email: `${name}@company.example`,
        emailVerified,
        enabled: true,
        groups,
        credentials: [{ type: 'password', value: password, temporary: false }],
      })
      return added.headers.get('location')!.split('/').at(-1)!
    },
    signOut: async (personId: string) => {
      await administer('POST', `/users/${personId}/logout`)
    },
  }
}
