// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { MERCHANTS_PATH } from '#test/merchant-project.ts'
import { freePort } from '#test/ports.ts'

// The image, built by its Dockerfile on a base of Debian's packages, because no registry of images is needed for that.

const run = promisify(execFile)
const BASE = 'localhost/tollgate-test-base'
/** As the Dockerfile of a provider module names it. */
const IMAGE = 'localhost/tollgate'
const GUIDE = 'docs/contribute/add-a-provider.md'
/** Works inside a container too: it needs no namespaces. */
const ISOLATED = ['--isolation', 'chroot', '--network', 'host']

const hasBuilder =
  process.getuid?.() === 0 &&
  (await Promise.all(['buildah', 'mmdebstrap'].map((command) => run(command, ['--version'])))
    .then(() => true)
    .catch(() => false))

if (!hasBuilder) console.warn('Skipped: the image needs root, and what "apt install buildah mmdebstrap" brings.')

interface ImageConfig {
  readonly User: string
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Env: readonly string[]
}

describe.skipIf(!hasBuilder)('the image', () => {
  let folder: string
  let database: FreshDatabase
  let config: ImageConfig
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-build-'))
    database = await freshDatabase(1)
    await makeBase()
    const base = ['--build-arg', `NODE_IMAGE=${BASE}`]
    await buildah('build', ...ISOLATED, ...mounts(), ...base, '--format', 'docker', '--tag', IMAGE, '.')
    const inspected = await buildah('inspect', '--type', 'image', IMAGE)
    config = JSON.parse(inspected).Docker.config
    await buildah('from', '--name', 'gateway', IMAGE)
  }, 1_800_000)
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  })

  const storage = () => ['--storage-driver', 'vfs', '--root', join(folder, 'root'), '--runroot', join(folder, 'run')]

  async function buildah(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('buildah', [...storage(), ...args], { maxBuffer: 100_000_000 })
    return stdout.trim()
  }

  /** Debian, this Node and this npm, and the user that the base of the Dockerfile has. */
  async function makeBase(): Promise<void> {
    const [, suite] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))!
    const rootfs = join(folder, 'base.tar')
    await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', suite!, rootfs])
    const { stdout } = await run('npm', ['root', '--global'], { env: { PATH: MERCHANTS_PATH } })
    await buildah('from', '--name', 'base', 'scratch')
    await buildah('add', 'base', rootfs, '/')
    await buildah('copy', 'base', process.execPath, '/usr/local/bin/node')
    await buildah('copy', 'base', realpathSync(join(stdout.trim(), 'npm')), '/usr/local/lib/node_modules/npm')
    const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
    await buildah('run', ...ISOLATED, 'base', '--', 'sh', '-c', `useradd --create-home --uid 1000 node && ${link}`)
    const { NODE_EXTRA_CA_CERTS: authority } = process.env
    if (authority) await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authority}`, 'base')
    await buildah('commit', '--rm', 'base', BASE)
    await rm(rootfs)
  }

  /** How npm reaches its registry here. */
  function mounts(): string[] {
    const { NODE_EXTRA_CA_CERTS: authority } = process.env
    const shared = [join(homedir(), '.npmrc'), '/etc/ssl/certs', ...(authority ? [authority] : [])]
    const volumes = shared.filter((path) => existsSync(path)).map((path) => `${resolve(path)}:${resolve(path)}:ro`)
    return volumes.flatMap((volume) => ['--volume', volume])
  }

  function start(env: Record<string, string>, args: readonly string[], container = 'gateway'): ChildProcess {
    const variables = Object.entries({ NODE_EXTRA_CA_CERTS: '', ...env }).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ])
    const command = [...storage(), 'run', ...ISOLATED, '--user', config.User, ...variables, container, '--', ...args]
    return spawn('buildah', command, { stdio: 'inherit', detached: true })
  }

  async function exitCodeOf(child: ChildProcess): Promise<number | null> {
    const [code] = await once(child, 'exit')
    return code
  }

  it('runs as its user, which may write to /data only', { timeout: 180_000 }, async () => {
    expect(config).toMatchObject({ User: 'node', Entrypoint: ['node'], Cmd: ['src/main.ts'] })
    expect(await exitCodeOf(start({}, ['sh', '-c', 'touch /data/x && ! touch /app/x 2>/dev/null']))).toBe(0)
  })

  async function settingsOn({ superuserUrl }: FreshDatabase) {
    return {
      DATABASE_URL: Object.assign(new URL(superuserUrl), { search: '' }).href,
      MASTER_KEY: randomBytes(32).toString('base64'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      WORKERS: '1',
    }
  }

  /** Starts a container and asks it for a page, once it is healthy. @returns the status */
  async function visit(settings: Awaited<ReturnType<typeof settingsOn>>, path: string, container?: string) {
    const [node] = config.Entrypoint as [string]
    const gateway = start(settings, [node, ...config.Cmd], container)
    try {
      const isReady = () => fetch(`http://127.0.0.1:${settings.PORT}/health/ready`).then(({ ok }) => ok)
      await eventually('it is healthy', 120, () => isReady().catch(() => false))
      return (await fetch(`http://127.0.0.1:${settings.PORT}${path}`)).status
    } finally {
      process.kill(-gateway.pid!, 'SIGTERM')
      await once(gateway, 'exit')
    }
  }

  it('migrates, becomes healthy and shows its documents', { timeout: 180_000 }, async () => {
    const settings = { ...(await settingsOn(database)), REALM: 'production', BASE_URL: 'https://pay.example.com' }
    const [node] = config.Entrypoint as [string]
    expect(await exitCodeOf(start(settings, [node, 'src/cli/index.ts', 'migrate']))).toBe(0)
    expect(await visit(settings, '/docs/integrate/quickstart')).toBe(200)
  })

  it('is the base of a provider module, which the guide builds', { timeout: 300_000 }, async () => {
    const [, tag, path] = /docker build --tag (\S+) (\S+)/.exec(await readFile(GUIDE, 'utf8'))!
    const example = join(folder, basename(path!))
    await cp('examples/provider', example, { recursive: true })
    await buildah('build', ...ISOLATED, '--format', 'docker', '--tag', tag!, example)
    await buildah('from', '--name', 'module', tag!)
    const own = await freshDatabase(1)
    // A gateway without the module does not start with a sandbox of it.
    const demo = {
      DATA_DIR: '/data',
      SHOP_PORT: 'off',
      DEMO_HISTORY: 'off',
      PROVIDER_SANDBOXES: 'acme=http://127.0.0.1:9',
    }
    expect(await visit({ ...(await settingsOn(own)), ...demo }, '/docs', 'module')).toBe(200)
    await own.drop()
  })
})
