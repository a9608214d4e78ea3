import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataDir } from './lock-data-dir.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-hold-'))

afterAll(() => rmSync(dataDir, { recursive: true }))

test('a directory belongs to one gateway until it lets go', async () => {
  const release = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir)).rejects.toThrow(`another Tollgate runs on ${dataDir}`)
  release()
  const again = await lockDataDir(dataDir)
  again()
})

test('the socket of a killed gateway does not block the next one', async () => {
  const killed = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(join(dataDir, 'gateway.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`,
  ])
  await once(killed, 'exit')
  expect(existsSync(join(dataDir, 'gateway.sock'))).toBe(true)
  const release = await lockDataDir(dataDir)
  release()
})
