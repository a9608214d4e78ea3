import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

// A child that starts while the database is unavailable exits, so that the supervisor restarts it; no one would notice
// one that stays and does nothing.

const CHILD = join(import.meta.dirname, 'child.ts')
const PATIENCE_MS = 150_000

let child: ChildProcess | undefined
let server: Server | undefined
afterEach(() => {
  child?.kill('SIGKILL')
  server?.close()
})

/** Starts a process whose database is there. @returns what it ended with, and whether it ever said that it serves */
async function startOn(role: 'api' | 'worker', databaseUrl: string) {
  const env = { PATH: process.env.PATH, DATA_DIR: tmpdir(), MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }
  child = fork(CHILD, [role], { env, stdio: 'ignore', execArgv: ['--disable-warning=ExperimentalWarning'] })
  const messages: unknown[] = []
  child.on('message', (message) => void messages.push(message))
  const ended = once(child, 'exit')
  child.send({ kind: 'start', databaseUrl, secrets: {} })
  const [code] = await ended
  // It answers the watchdog while it starts.
  return { code, messages: messages.filter((message) => (message as { kind: string }).kind !== 'alive') }
}

async function databaseThat(act: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => act(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `postgres://nobody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/none`
}

test('a process whose database is not there ends', { timeout: PATIENCE_MS }, async () => {
  const nowhere = `postgres://nobody:secret@localhost/none?host=${join(tmpdir(), 'no-such-directory')}`
  expect(await startOn('worker', nowhere)).toEqual({ code: 1, messages: [] })
})

const WAYS: readonly (readonly [string, 'api' | 'worker', (socket: Socket) => void])[] = [
  ['hangs up', 'api', (socket) => socket.destroy()],
  ['hangs up when it is asked', 'worker', (socket) => socket.once('data', () => socket.destroy())],
  ['says nothing', 'api', () => undefined],
]

test.each(WAYS)('one whose database %s ends', { tags: ['full'], timeout: PATIENCE_MS }, async (_, role, act) => {
  expect(await startOn(role, await databaseThat(act))).toEqual({ code: 1, messages: [] })
})
