import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ADMINS, keepsPictures, type Shop } from './admin.ts'

const run = promisify(execFile)
const INSTALL_MS = 540_000
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund']
const CACHE = process.env.TOLLGATE_CI_TOOLS ?? join(homedir(), '.cache/tollgate-ci')

/**
 * Installs a shop system, from its lock file and once a machine, with our client and plugin as their archives have them.
 * @param name folder next to this file, and of the plugin in `plugins`
 * @returns the shop's folder, or why it cannot be installed here
 */
export async function installShop(name: Shop): Promise<{ readonly folder: string; readonly missing?: string }> {
  const source = resolve('test/full/shops', name)
  const lock = createHash('sha256')
    .update(await readFile(join(source, 'package-lock.json')))
    .digest('hex')
  const folder = join(CACHE, 'shops', `${name}-${lock.slice(0, 12)}${keepsPictures ? '-pictures' : ''}`)
  await mkdir(folder, { recursive: true })
  await cp(source, folder, { recursive: true })
  try {
    const options = { cwd: folder, timeout: INSTALL_MS, maxBuffer: 16 * 1024 * 1024 }
    // npm writes this file last, and the folder has the name of one lock file.
    const isInstalled = existsSync(join(folder, 'node_modules/.package-lock.json'))
    if (!isInstalled) await run('npm', ['ci', ...QUIETLY], options)
    if (!isInstalled && keepsPictures)
      await run('npm', ['install', '--no-save', ...QUIETLY, ...ADMINS[name].packages], options)
  } catch (error) {
    return { folder, missing: `This shop needs the package registry: ${error}` }
  }
  await rm(join(folder, 'node_modules/@tollgate'), { recursive: true, force: true })
  await addPackage(folder, 'client')
  await addPackage(folder, `plugins/${name}`)
  return { folder }
}

/** Checks a package against what the shop has, packs it as a release does, and unpacks it into the shop's modules. */
async function addPackage(shop: string, path: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'tollgate-package-'))
  try {
    const copy = join(root, path)
    const isSource = (file: string) => !/\/(?:dist|node_modules|\.medusa)$/.test(file)
    await cp(path, copy, { recursive: true, filter: isSource })
    await cp('tsconfig.json', join(root, 'tsconfig.json'))
    const modules = path === 'client' ? resolve('node_modules') : join(shop, 'node_modules')
    await symlink(modules, join(root, 'node_modules'))
    const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` }
    await run('tsc', ['-p', 'tsconfig.build.json', '--noEmit'], { cwd: copy, env })
    await run('npm', ['pack'], { cwd: copy, env })
    const target = join(shop, 'node_modules/@tollgate', path.split('/').at(-1)!)
    await mkdir(target, { recursive: true })
    await run('sh', ['-c', `tar xzf tollgate-*.tgz -C '${target}' --strip-components=1`], { cwd: copy })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** A command of the shop's. @throws with its output if it fails */
export async function command(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 }
  await run('node', args, options).catch(({ message, stdout, stderr }) => {
    throw new Error(`${message}\n${`${stdout}${stderr}`.slice(-4000)}`)
  })
}

export interface ShopProcess {
  /** All that it printed. */
  log(): string
  stop(): Promise<void>
}

/** Starts a shop and waits until an address of it answers. */
export async function startShop(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  readyUrl: string,
): Promise<ShopProcess> {
  const child = spawn('node', args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
  const shop = { log: () => log, stop: () => end(child) }
  for (const until = Date.now() + 120_000; ; await new Promise((wake) => setTimeout(wake, 250))) {
    const isReady = await fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return shop
    if (child.exitCode !== null || Date.now() > until) {
      await shop.stop()
      throw new Error(`The shop did not start: ${log.slice(-4000)}`)
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(killer)
}
