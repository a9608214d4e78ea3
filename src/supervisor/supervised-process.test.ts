import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Patience, SupervisedProcess } from './supervised-process.ts'

let directory: string
let children: ChildProcess[] = []
let kept: SupervisedProcess
let readyMessages = 0

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-kept-'))
})
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(async () => {
  kept.kill()
  await kept.stop()
  children = []
  readyMessages = 0
})

const SETTINGS = { databaseUrl: 'url', secrets: {} }
const PATIENT = { drainSeconds: 0, hangSeconds: null }

/** Keeps a process that runs `body` from its start message on. */
function keep(body: string, patience: Patience = PATIENT): SupervisedProcess {
  const program = join(directory, 'program.cjs')
  writeFileSync(program, `process.on('message', (told) => { ${body} }); process.on('disconnect', () => process.exit())`)
  const forkProgram = () => {
    const child = fork(program)
    child.on('message', ({ kind }: { kind: string }) => kind === 'ready' && readyMessages++)
    children.push(child)
    return child
  }
  kept = new SupervisedProcess('program', forkProgram, pino({ enabled: false }), patience)
  return kept
}

const READY = `process.send({ kind: 'ready' })`

test('a process is ready when it says so', async () => {
  await keep(`if (told.databaseUrl === 'url') ${READY}`).start(SETTINGS)
  expect(children[0]!.exitCode).toBeNull()
})

test('a process that dies is started again and gets its start message', async () => {
  await keep(READY).start(SETTINGS)
  children[0]!.kill('SIGKILL')
  await expect.poll(() => readyMessages).toBe(2)
})

test('a process that is killed before it was ever ready is started again', async () => {
  const started = keep(READY).start(SETTINGS)
  children[0]!.kill('SIGKILL')
  await started
  expect(children).toHaveLength(2)
})

test('a process that dies each time before it is ready fails the start', async () => {
  await expect(keep('process.exit(3)').start(SETTINGS)).rejects.toThrow('The program ended with 3 while starting.')
  expect(children).toHaveLength(5)
})

test('stopping ends a start in progress, also between two tries', async () => {
  const started = keep('process.exit(3)').start(SETTINGS)
  const refused = expect(started).rejects.toThrow('The program was stopped while starting.')
  await once(children[0]!, 'exit')
  await kept.stop()
  await refused
})

test('a process that hangs is killed, and another takes its place', async () => {
  const alive = `setInterval(() => process.send({ kind: 'alive' }), 100)`
  await keep(`${alive}; ${READY}`, { drainSeconds: 0, hangSeconds: 2 }).start(SETTINGS)
  await once(children[0]!, 'message')
  children[0]!.kill('SIGSTOP')
  await once(children[0]!, 'exit')
  expect(children[0]!.signalCode).toBe('SIGKILL')
  await expect.poll(() => readyMessages).toBe(2)
})

test('stopping lets a process finish, and nothing comes after it', async () => {
  await keep(`process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100)); ${READY}`).start(SETTINGS)
  await kept.stop()
  expect(children.map((child) => child.exitCode)).toEqual([7])
})

test('errors of a process or its channel end nothing', async () => {
  await keep(READY).start(SETTINGS)
  const [child] = children
  for (const code of ['EPIPE', 'ECONNRESET', 'EPIPE']) child!.emit('error', Object.assign(new Error(code), { code }))
  expect(child!.exitCode).toBeNull()
})

test('a process that cannot be forked is tried again', async () => {
  let tries = 0
  const tryToFork = () => {
    tries += 1
    return spawn(join(directory, 'missing'))
  }
  kept = new SupervisedProcess('program', tryToFork, pino({ enabled: false }), PATIENT)
  await expect(kept.start(SETTINGS)).rejects.toThrow('The program ended with ENOENT while starting.')
  expect(tries).toBe(5)
})
