import { expect, test } from 'vitest'
import { reasonOf } from './database-cluster.ts'

const FULL_DISK = `Command failed: /x/initdb --pgdata /data
fixing permissions on existing directory /data ... ok
2026-01-31 12:00:00.000 UTC [812] FATAL:  could not write to file "pg_wal/xlogtemp.812": No space left on device
2026-01-31 12:00:00.100 UTC [812] PANIC:  could not open critical system index 2662
initdb: error: child process exited with exit code 1`

test('the error of a database that cannot be created begins with the reason', () => {
  expect(reasonOf(new Error(FULL_DISK))).toBe('could not write to file "pg_wal/xlogtemp.812": No space left on device')
})

test('an error of initdb itself is included', () => {
  expect(reasonOf(new Error('Command failed: initdb\ninitdb: error: could not create directory "/data"'))).toBe(
    'could not create directory "/data"',
  )
})

test('other output is returned unchanged', () => {
  expect(reasonOf(new Error('spawn initdb EACCES'))).toBe('spawn initdb EACCES')
})
