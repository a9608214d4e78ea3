import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#store/connection/database.ts'
import { newDataDirectory } from '#test/data-directory.ts'
import { type LocalDatabase, startLocalDatabase } from './local-database.ts'

// One cluster for the whole file, each test finds it as the one before has left it.

const MASTER_KEY = 'c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3I='

let dataDir: string
let database: LocalDatabase

const start = () => startLocalDatabase(dataDir, { fsync: 'off' })
const lockFile = () => join(dataDir, 'postgres', 'data', 'postmaster.pid')
const postmaster = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0])

async function query(text: string) {
  const sql = openDatabase(database.superuserUrl, 'test', 1)
  return sql.unsafe(text).finally(() => sql.end())
}

beforeAll(async () => {
  dataDir = await newDataDirectory('tollgate-local-')
  vi.stubEnv('MASTER_KEY', MASTER_KEY)
  database = await start()
  await query('create table kept as select 42 as answer')
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await database.stop()
  rmSync(dataDir, { recursive: true })
})

test('the first start makes a UTF-8 database with checksums, and only its owner can read it', async () => {
  const [row] = await query(`select current_setting('server_encoding') as encoding,
    current_setting('data_checksums') as checksums, current_setting('synchronous_commit') as commit`)
  expect(row).toEqual({ encoding: 'UTF8', checksums: 'on', commit: 'on' })
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
})

test.runIf(existsSync('/proc/self/environ'))('the server learns nothing of our environment', () => {
  expect(readFileSync('/proc/self/environ').length).toBeGreaterThan(0)
  const names = readFileSync(`/proc/${postmaster()}/environ`, 'utf8')
    .split('\0')
    .map((line) => line.split('=')[0])
  expect(names).toContain('PATH')
  expect(names.filter((name) => !/^(?:PATH|PWD|SHLVL|_|PG.*|LC_.*|)$/.test(name!))).toEqual([])
})

test('requires the password', async () => {
  const sql = openDatabase(Object.assign(new URL(database.url), { password: 'guess' }).href, 'test', 1)
  await expect(sql`select 1`).rejects.toThrow('password authentication failed')
  await sql.end()
})

test('a server that outlived its gateway is found again', async () => {
  const pid = postmaster()
  database = await start()
  expect(postmaster()).toBe(pid)
  expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server that was killed is revived on its old address', async () => {
  expect(await database.ensureRunning()).toBe(false)
  process.kill(postmaster(), 'SIGKILL')
  await expect.poll(() => database.ensureRunning()).toBe(true)
  expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server that was killed together with its gateway starts again', async () => {
  process.kill(postmaster(), 'SIGKILL')
  database = await start()
  expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
})

test('a lock left behind does not bar the start when another program has got the process id', async () => {
  const lock = readFileSync(lockFile(), 'utf8')
  await database.stop()
  const other: ChildProcess = spawn('sleep', ['60'])
  writeFileSync(lockFile(), lock.replace(/^\d+/, String(other.pid)))
  database = await start()
  expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
  other.kill()
})

test('stopping ends the server and keeps the data', async () => {
  await database.stop()
  await expect(query('select 1')).rejects.toThrow('ENOENT')
  database = await start()
  expect(await query('select answer from kept')).toEqual([{ answer: 42 }])
})
