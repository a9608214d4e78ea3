import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('over several processes the figures are added up, whichever is asked; a silent worker does not hinder', async () => {
  const script = new URL('three-workers.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 50_000 })
  expect(stdout).toMatch(/tollgate_http_requests_total\{method="GET",route="\/health\/live",status="200"\} 2\n/)
  expect(stdout).toMatch(/tollgate_provider_calls_total\{provider_account_id="acc_1".*\} 2\n/)
})
