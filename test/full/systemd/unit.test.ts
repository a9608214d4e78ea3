// @module-tag full
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifyWatchdog } from '#app/supervisor/notify-watchdog.ts'

const run = promisify(execFile)
const UNIT = new URL('../../../deploy/systemd/tollgate.service', import.meta.url)
/** systemd's own measure: 0 is locked up, 10 is wide open; a unit without any restriction has 9.6. */
const WORST_EXPOSURE = 2

let directory: string
let hasSystemd = false
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-systemd-'))
  hasSystemd = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasSystemd) console.warn('Skipped: there is no systemd-analyze here; "apt install systemd" brings it.')
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** The unit with a program that there is, so that only what stands in it is judged. */
async function unitFile(change: (unit: string) => string): Promise<string> {
  const path = join(directory, 'tollgate.service')
  const unit = (await readFile(UNIT, 'utf8')).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true')
  await writeFile(path, change(unit))
  return path
}

const verify = (path: string) => run('systemd-analyze', ['verify', '--man=no', path])

it('systemd understands every line of the unit', async (context) => {
  if (!hasSystemd) return context.skip()
  const wrong = await verify(await unitFile((unit) => unit.replace('ProtectSystem=strict', 'ProtectSystem=srtict')))
  expect(wrong.stderr).toContain('srtict')
  const { stderr } = await verify(await unitFile((unit) => unit))
  expect(stderr.split('\n').filter((line) => line.includes('tollgate.service'))).toEqual([])
})

it('systemd understands the credentials of docs/operate/keys.md', async (context) => {
  if (!hasSystemd) return context.skip()
  const [, credentials] = /```ini\n([\s\S]*?)```/.exec(await readFile('docs/operate/keys.md', 'utf8'))!
  const { stderr } = await verify(await unitFile((unit) => `${unit}\n${credentials}`))
  expect(credentials).toContain('LoadCredential=')
  expect(stderr.split('\n').filter((line) => line.includes('tollgate.service'))).toEqual([])
})

it('the unit leaves the gateway little to do harm with', async (context) => {
  if (!hasSystemd) return context.skip()
  const path = await unitFile((unit) => unit)
  const judged = await run('systemd-analyze', ['security', '--offline=yes', `--threshold=${WORST_EXPOSURE * 10}`, path])
  expect(judged.stdout).toMatch(/Overall exposure level for tollgate\.service: [01]\.\d/)
})

const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('bound', flush=True)
while True: print(receiver.recv(4096).decode(), flush=True)
`

it('the watchdog of systemd gets real notifications', { timeout: 60_000 }, async (context) => {
  const hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasSystemd || !hasPython) return context.skip()
  const socket = join(directory, 'notify')
  const receiver = spawn('python3', ['-c', RECEIVER, socket])
  let received = ''
  receiver.stdout.on('data', (text: Buffer) => (received += text))
  await expect.poll(() => received, { timeout: 20_000 }).toContain('bound')
  const timer = notifyWatchdog(pino({ enabled: false }), {
    ...process.env,
    NOTIFY_SOCKET: socket,
    WATCHDOG_USEC: '400000',
  })
  await expect.poll(() => received.match(/^WATCHDOG=1$/gm)?.length, { timeout: 30_000 }).toBeGreaterThan(1)
  clearInterval(timer)
  receiver.kill('SIGKILL')
})
