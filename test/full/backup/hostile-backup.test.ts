// @module-tag full
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { tollgate } from '../../api/cli/tollgate.ts'
import { FIXTURE, MASTER_KEY } from './released.ts'

// Backups from another hand, and a check of one that is interrupted (docs/operate/backups.md).

const WAIT = { timeout: 120_000 }

let directory: string
let env: Record<string, string>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-hostile-'))
  env = { MASTER_KEY, TMPDIR: directory, DATA_DIR: join(directory, 'data') }
})
afterAll(() => rm(directory, { recursive: true }))

/** A file as left by an attacker who can write to the backup folder but has no key to sign it. */
async function changed(change: (text: string) => string): Promise<string> {
  const file = join(directory, 'changed.backup')
  const signed = gunzipSync(await readFile(FIXTURE)).toString('latin1')
  const unsigned = signed.replace(/"key":"[^"]+"/, '"key":null').replace(/\n\{"mac":.*\n$/, '\n')
  await writeFile(file, gzipSync(Buffer.from(change(unsigned), 'latin1'), { level: 1 }))
  return file
}

const verify = (...args: string[]) => tollgate(env, 'verify-backup', ...args)

it('a backup without a signature is refused, and taken if that is asked for', WAIT, async () => {
  const file = await changed((text) => text)
  expect(await verify(file)).toMatchObject({ code: 1, err: expect.stringContaining('is not signed') })
  const { code, out } = await verify(file, '--unsigned', '--json')
  expect([code, JSON.parse(out)]).toMatchObject([0, { proven: true, signed: false }])
})

it('table names in a file never become part of a statement', WAIT, async () => {
  const table = `{"table":"public.people from program 'id > /tmp/x' --","columns":["x"]}\n\\.\n`
  const file = await changed((text) => text.replace('\n', `\n${table}`))
  const { code, err } = await verify(file, '--unsigned')
  expect([code, err]).toEqual([1, expect.stringContaining('There is no table')])
})

it('verify-backup rejects a demo that restore cannot decrypt', WAIT, async () => {
  const file = await changed((text) => text.replace(/"demo":"[^"]{8}/, '"demo":"AAAAAAAA'))
  expect((await verify(file, '--unsigned')).code).toBe(1)
})

it.each(['SIGTERM', 'SIGINT'] as const)('after %s nothing of the check is left', WAIT, async (signal) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn('node', ['src/cli/index.ts', 'verify-backup', FIXTURE], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(code ?? by)))
  const copies = async () => (await readdir(directory)).filter((one) => one.startsWith('tollgate-verify-'))
  const pid = await eventually('its PostgreSQL runs', 60, async () => {
    const [copy] = await copies()
    const file = copy && join(directory, copy, 'postgres', 'data', 'postmaster.pid')
    const text = file ? await readFile(file, 'utf8').catch(() => '') : ''
    return text !== '' && Number(text.split('\n')[0])
  })
  child.kill(signal)
  expect(await ended).toBe(signal === 'SIGTERM' ? 143 : 130)
  expect(await copies()).toEqual([])
  expect(await isRunning(pid)).toBe(false)
})

/** A process that has ended may still wait for its parent to notice. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
  return !status.includes(') Z')
}
