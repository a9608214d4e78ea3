import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifyWatchdog } from './notify-watchdog.ts'

let directory: string
let env: Record<string, string>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-watchdog-'))
  const script = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${directory}/sent\n`
  await writeFile(join(directory, 'systemd-notify'), script, { mode: 0o755 })
  env = { PATH: `${directory}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '200000' }
})
let timer: NodeJS.Timeout | undefined
afterEach(() => clearInterval(timer))
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))

const sent = async () => (await readFile(join(directory, 'sent'), 'utf8').catch(() => '')).split('\n').filter(Boolean)

it('notifies nothing without a watchdog', async () => {
  notifyWatchdog(pino({ enabled: false }), { ...env, WATCHDOG_USEC: undefined })
  notifyWatchdog(pino({ enabled: false }), { ...env, NOTIFY_SOCKET: undefined })
  expect(await sent()).toEqual([])
})

it('notifies systemd again and again', async () => {
  timer = notifyWatchdog(pino({ enabled: false }), env)
  await expect.poll(async () => (await sent()).length, { timeout: 20_000 }).toBeGreaterThan(2)
  expect(new Set(await sent())).toEqual(new Set(['/run/notify WATCHDOG=1']))
})

it('logs that the program is missing', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  timer = notifyWatchdog(log, { ...env, PATH: '/nonexistent' })
  await expect.poll(() => lines.join('')).toContain('watchdog of systemd not notified')
})
