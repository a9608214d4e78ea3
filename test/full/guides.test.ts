// @module-tag full
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMerchantProject, MERCHANTS_PATH, type MerchantProject } from '#test/merchant-project.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { GUIDES, PROGRAMLESS } from './guides/guides.ts'
import { type Program, startProgram } from './guides/program.ts'

// The program of each guide, unchanged, in a project that has only the packed client.

const FOLDER = 'docs/integrate'

/** Programs of the guides: the blocks that begin with an import. */
function programsIn(guide: string): string[] {
  const text = readFileSync(join(FOLDER, `${guide}.md`), 'utf8')
  return [...text.matchAll(/^```(?:js|ts)\n(import [\s\S]*?)^```$/gm)].map(([, code]) => code!)
}

it.each(readdirSync(FOLDER).map((name) => name.replace('.md', '')))('%s.md has one complete program', (guide) => {
  const expected = PROGRAMLESS.includes(guide) ? 0 : 1
  expect([programsIn(guide).length, Object.keys(GUIDES).includes(guide)]).toEqual([expected, expected === 1])
})

/** The first Node of this version that the machine has: that of these tests, or one of the `PATH`. */
function findNode(major: number): string | undefined {
  const candidates = [process.execPath, ...MERCHANTS_PATH.split(delimiter).map((directory) => join(directory, 'node'))]
  return candidates.find((path) => spawnSync(path, ['--version']).stdout?.toString().startsWith(`v${major}.`))
}

let app: RunningGateway
let project: MerchantProject
beforeAll(async () => {
  app = await useGateway()
  project = await createMerchantProject()
})
afterAll(async () => {
  await project.remove()
  await app.close()
})

let program: Program | undefined
afterEach(() => program?.stop())

describe.each([20, 24])('on Node %i', (major) => {
  const node = findNode(major)

  it.for(Object.entries(GUIDES))('the program of %s.md runs', async ([guide, { args, run }], { skip }) => {
    skip(node === undefined, `This machine has no Node ${major}; .ci/install brings 20.`)
    const merchant = await app.newMerchant({ merchant: { tokenizationEnabled: true } })
    await writeDemo(merchant)
    await writeFile(join(project.folder, 'key.pem'), merchant.publicKey)
    await writeFile(join(project.folder, `${guide}.mjs`), programsIn(guide)[0]!)
    program = await startProgram({ node: node!, folder: project.folder, file: `${guide}.mjs`, args })
    await run(program, merchant)
  })
})

it('the quickstart pays with curl and openssl, and webhooks.md adds an endpoint', async ({ skip }) => {
  const isThere = (program: string) => spawnSync(program, ['version']).error === undefined
  skip(!isThere('curl') || !isThere('openssl'), 'This machine lacks curl or openssl; .ci/install brings them.')
  await writeDemo(await app.newMerchant())
  const [, section] = readFileSync(join(FOLDER, 'quickstart.md'), 'utf8').split('## With curl and openssl')
  const [, endpoint] = readFileSync(join(FOLDER, 'webhooks.md'), 'utf8').split('## Add an endpoint')
  const commands = [...`${section}${endpoint}`.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
  const env = { PATH: MERCHANTS_PATH, DEMO: 'demo.json' }
  const script = ['set -eu', ...commands].join('\necho\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: project.folder, env })
  expect(stdout).toMatch(/"status":"APPROVED"[\s\S]*"found":true[\s\S]*"secret":"whsec_/)
})

async function writeDemo({ clientId, clientSecret, publicKey, terminalId, clientKey }: RunningGateway['merchant']) {
  const merchant = {
    client_id: clientId,
    client_secret: clientSecret,
    public_key: publicKey,
    terminal_id: terminalId,
    client_key: clientKey,
  }
  const demo = { base_url: app.baseUrl, auth_url: app.baseUrl, realm: 'uat', merchant }
  await writeFile(join(project.folder, 'demo.json'), JSON.stringify(demo))
}
