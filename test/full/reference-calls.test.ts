// @module-tag full
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callSamples } from '#http/docs/reference/calls.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { sessionBody } from '../api/sessions/browser.ts'

const run = promisify(execFile)

/** File of each language's sample, the command that runs it, and the one that fails if the machine cannot. */
const PROGRAMS: Readonly<Record<string, readonly [file: string, command: string, check: string]>> = {
  curl: ['call.sh', 'sh', 'curl --version'],
  TypeScript: ['call.mts', 'node', 'node --version'],
  Python: ['call.py', 'python3', 'python3 --version'],
  PHP: ['call.php', 'php', 'php --version'],
  Java: ['Call.java', 'java', 'java -version'],
  Go: ['main.go', 'go run', 'go version'],
}

let app: RunningGateway
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  app = await useGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-calls-'))
  env = { ...process.env, TOKEN: app.merchant.token }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

it.for(Object.entries(PROGRAMS))(
  'the calls of the API reference in %s run',
  { timeout: 120_000 },
  async (entry, { skip }) => {
    const [language, [file, command, check]] = entry
    const [checked, ...checks] = check.split(' ') as [string]
    skip(
      spawnSync(checked, checks).status !== 0,
      `This machine has no ${language} that runs it; .ci/install brings all but Go.`,
    )
    const reference = `O'Neill-${language}`
    const example = sessionBody(app.merchant, { reference })
    const [program, ...options] = command.split(' ') as [string]
    const call = async (method: 'GET' | 'POST', path: string, content?: object) => {
      const operation = { method, path, operationId: '', tags: [], summary: '', responses: {}, ...content }
      const { code } = callSamples(operation, app.baseUrl).find((sample) => sample.language === language)!
      await writeFile(join(folder, file), code)
      const { stdout } = await run(program, [...options, file], { cwd: folder, env })
      return stdout
    }
    await writeFile(join(folder, 'body.json'), JSON.stringify(example))
    const requestBody = { content: { 'application/json': { schema: {}, example } } }
    expect(await call('POST', '/api/sessions', { requestBody })).toContain(reference)
    expect(await call('GET', '/api/sessions')).toContain(reference)
  },
)
