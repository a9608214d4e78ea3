import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { garbageCollectionOptions } from './fork-processes.ts'

const GIGABYTE = 1024 ** 3

test('old garbage waits until there are 256 MB of it, or a sixteenth of a small machine', () => {
  expect(garbageCollectionOptions(64 * GIGABYTE)).toContain('--initial-old-space-size=256')
  expect(garbageCollectionOptions(1 * GIGABYTE)).toContain('--initial-old-space-size=64')
})

test('this Node knows the options', () => {
  const answer = execFileSync(process.execPath, [...garbageCollectionOptions(), '--print', '6 * 7'], {
    encoding: 'utf8',
  })
  expect(answer.trim()).toBe('42')
})
