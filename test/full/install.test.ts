// @module-tag full
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/ports.ts'

const run = promisify(execFile)

/** Environment of a new user: npm itself, without other packages' commands. */
const NEWCOMER = {
  HOME: process.env.HOME,
  PATH: process.env
    .PATH!.split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .join(delimiter),
}

let clone: string
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'tollgate-clone-'))
  const { stdout } = await run('git', ['ls-files', '-z'])
  const files = stdout.split('\0').filter((file) => file !== '')
  for (const file of files) await cp(file, join(clone, file), { recursive: true })
}, 60_000)
afterAll(() => rm(clone, { recursive: true, force: true }))

/**
 * Limit for the packages that a gateway needs: Node 121 MB and its headers 67 MB, PostgreSQL 60 MB, esbuild 11 MB, which
 * bundles the pages' scripts at the start, and all others 40 MB. None is only for development, and the headers are part of
 * the package of Node (docs/decisions/0001-one-package-without-a-build.md).
 */
const MOST_MEGABYTES = 310

test.each([
  ['npm ci --ignore-scripts', Number.POSITIVE_INFINITY],
  ['npm ci --omit=dev', MOST_MEGABYTES],
])('a fresh clone starts after %s, and npx runs its command', { timeout: 300_000 }, async (install, megabytes) => {
  const [npm, ...args] = install.split(' ')
  await run(npm!, [...args, '--no-progress', '--prefer-offline'], { cwd: clone, env: NEWCOMER })
  const { stdout } = await run('du', ['-sk', join(clone, 'node_modules')])
  expect(Number.parseInt(stdout, 10) / 1024).toBeLessThan(megabytes)
  expect(await startAndStop(join(clone, 'data'))).toContain('Tollgate is ready (uat)')
  const help = await run('npx', ['--no', '--', 'tollgate', 'merchant', '--help'], { cwd: clone, env: NEWCOMER })
  expect(help.stdout).toContain('Usage: tollgate merchant')
})

/** @returns what the gateway said until it was ready, or until it ended */
async function startAndStop(dataDir: string): Promise<string> {
  const env = {
    ...NEWCOMER,
    PORT: String(await freePort()),
    SHOP_PORT: 'off',
    DEMO_HISTORY: 'off',
    WORKERS: '1',
    DATA_DIR: dataDir,
  }
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ended = once(child, 'exit')
  let said = ''
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
      if (said.includes('Tollgate is ready')) resolve()
    })
  }
  await Promise.race([ready, ended])
  if (child.exitCode === null) process.kill(-child.pid!, 'SIGINT')
  await ended
  await rm(dataDir, { recursive: true, force: true })
  return said
}
