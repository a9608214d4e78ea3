// @module-tag full
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// What is nearest to SQL, on the oldest PostgreSQL that is taken; CONTRIBUTING.md#tests says how to run everything there.

const OLDEST = '/usr/lib/postgresql/15/bin'
const TESTS = [
  'src/store/',
  'test/api/ledger/',
  'test/api/manage/parallel.test.ts',
  'test/api/transactions/',
  'test/api/customers/',
  'test/api/events/deliveries.test.ts',
]
const TIMEOUT_MS = 900_000
const OUTPUT_BYTES = 50_000_000

const isThere = existsSync(join(OLDEST, 'initdb'))
if (!isThere) console.warn('Skipped: there is no PostgreSQL 15 here; "apt install postgresql-15" brings one.')

async function run(tests: readonly string[], filter: string): Promise<string> {
  const args = ['run', `--tags-filter=${filter}`, '--maxWorkers=4', '--reporter=dot', ...tests]
  // Of the surroundings hardly anything: this test's runner sets variables of its own.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, TEST_POSTGRES_BIN: OLDEST, NO_COLOR: '1' }
  const vitest = join('node_modules', '.bin', 'vitest')
  return promisify(execFile)(vitest, args, { env, maxBuffer: OUTPUT_BYTES }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )
}

it.skipIf(!isThere).each([
  ['statements work on PostgreSQL 15', TESTS, '!full'],
  ['merchants move between groups on PostgreSQL 15', ['test/full/groups/moves.test.ts'], 'full'],
])('%s', { timeout: TIMEOUT_MS }, async (_, tests, filter) => {
  const output = await run(tests, filter)
  expect(output).toMatch(/Test Files +\d+ passed/)
  expect(output).not.toMatch(/\d+ failed/)
})
