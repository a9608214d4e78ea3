import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SupervisedProcess } from './supervised-process.ts'

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

/** Keeps a process that runs `body` when told to start. */
function keep(body: string): SupervisedProcess {
  const program = join(directory, 'program.cjs')
  writeFileSync(program, `process.on('message', (told) => { ${body} }); process.on('disconnect', () => process.exit())`)
  const forkProgram = () => {
    const child = fork(program)
    child.on('message', () => readyMessages++)
    children.push(child)
    return child
  }
  kept = new SupervisedProcess('program', forkProgram, pino({ enabled: false }))
  return kept
}

const READY = `process.send({ kind: 'ready' })`

test('a process is ready when it says so', async () => {
  await keep(`if (told.databaseUrl === 'url') ${READY}`).start('url')
  expect(children[0]!.exitCode).toBeNull()
})

test('a process that dies is started again and told to begin', async () => {
  await keep(READY).start('url')
  children[0]!.kill('SIGKILL')
  await expect.poll(() => readyMessages).toBe(2)
})

test('a process that dies before it was ever ready fails the start', async () => {
  await expect(keep('process.exit(3)').start('url')).rejects.toThrow('The program ended with 3 while starting.')
  expect(children).toHaveLength(1)
})

test('stopping lets a process finish, and nothing comes after it', async () => {
  await keep(`process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100)); ${READY}`).start('url')
  await kept.stop()
  expect(children.map((child) => child.exitCode)).toEqual([7])
})
