// @module-tag full
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueClient } from '#identity/issue-client.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { type Access, findings } from './schemathesis/findings.ts'
import { RULES } from './schemathesis/rules.ts'

// Schemathesis makes requests of /openapi.json, right and wrong ones, and holds the answers against it.

const isThere = spawnSync('schemathesis', ['--version']).status === 0

let app: RunningGateway
let folder: string
beforeAll(async () => {
  app = await startOwnGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-schemathesis-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

const RUNS = [
  ["a merchant's", ['--exclude-path-regex', '^/admin|^/realms']],
  ["an operator's", ['--include-path-regex', '^/admin']],
] as const

it.for(RUNS)(
  'with %s token, Schemathesis finds nothing but rules that a schema cannot know',
  { timeout: 900_000 },
  async ([whose, paths], { skip }) => {
    if (!isThere) skip('There is no Schemathesis here; .ci/install brings it.')
    const access = whose === "a merchant's" ? app.merchant : await operator()
    const found = await findings(app.baseUrl, access, paths, folder)
    expect(found.filter((line) => !RULES.some((rule) => rule.test(line)))).toEqual(['Ended: completed'])
  },
)

async function operator(): Promise<Access> {
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  return { clientId, clientSecret: clientSecret.reveal() }
}
