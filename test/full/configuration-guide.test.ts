// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'

// The commands of docs/operate/configuration-file.md#try-it, unchanged, in a folder with the demo's data.

let home: Home
let gateway: GatewayProcess
let folder: string
beforeAll(async () => {
  home = await makeHome()
  gateway = await startGateway(home)
  folder = await mkdtemp(join(tmpdir(), 'tollgate-guide-'))
  await symlink(home.env.DATA_DIR!, join(folder, 'data'))
}, 60_000)
afterAll(async () => {
  await gateway.stop()
  await home.remove()
  await rm(folder, { recursive: true })
})

it('exports the demo, and applies a change once', { timeout: 60_000 }, async () => {
  const page = await readFile('docs/operate/configuration-file.md', 'utf8')
  const [, commands] = /^## Try it\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(page)!
  const lines = commands!.replaceAll(/npm run (-s )?tollgate --/g, `node ${resolve('src/cli/index.ts')}`)
  const { PATH } = process.env
  const options = { cwd: folder, env: { PATH, HOME: folder, DATABASE_URL: home.env.DATABASE_URL } }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${lines}`], options)
  expect(stderr).toBe('')
  const change = '"Larkspur Coffee":\n  ~ merchant "Larkspur Coffee" country: "RO" → "SE"\n'
  expect(stdout).toBe(`No difference.\n${change}differs: 1\n${change}No difference.\n`)
})
