import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/browser-test.ts'
import { freePort } from '../support/ports.ts'

// Runs the unchanged program of docs/integrate/three-ds.md.

/** Longest wait for the method page (docs/reference/three-ds.md#fingerprint). */
const SPECIFIED_WAIT_MS = 5000

/** Records the timers of the program's page instead of starting them, because a busy machine may exceed its wait. */
const TIMERS_STOPPED = {
  content: 'if (window === top) { window.stopped = []; window.setTimeout = (_, ms) => window.stopped.push(ms) }',
}

let program: ChildProcess | undefined
let folder: string | undefined
test.afterEach(() => {
  program?.kill('SIGKILL')
  if (folder) rmSync(folder, { recursive: true })
})

test('the program of the 3-D Secure guide takes a payment through fingerprint and challenge', async ({
  page,
  demo,
}) => {
  const [, source] = /^```js\n(import [\s\S]*?)^```$/m.exec(readFileSync('docs/integrate/three-ds.md', 'utf8'))!
  const cache = 'node_modules/.cache'
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'three-ds-guide-'))
  writeFileSync(join(folder, 'three-ds.mjs'), source!)
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
  const port = await freePort()
  const env = { ...process.env, DEMO: join(folder, 'demo.json'), PORT: String(port) }
  program = spawn('node', ['--conditions=tollgate-source', join(folder, 'three-ds.mjs')], { env, stdio: 'inherit' })
  const url = `http://localhost:${port}/`
  // Asked outside the browser, whose page of a refused connection may replace the one that comes after it.
  await expect(() => fetch(url)).toPass()
  await page.addInitScript(TIMERS_STOPPED)
  await page.goto(url)
  const seen = page.evaluate<string>(`new Promise((resolve) => {
    addEventListener('message', ({ data }) => data?.type === 'METHOD_NOTIFIED' && resolve(data.session_id))
  })`)
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await seen).toMatch(/^[0-9a-f-]{36}$/)
  expect(await page.evaluate('stopped')).toEqual([SPECIFIED_WAIT_MS])
  await page.frameLocator('iframe[name="bank"]').locator('[data-outcome="Y"]').click()
  await expect(page.getByRole('status')).toHaveText('APPROVED')
})
