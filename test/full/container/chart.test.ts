// @module-tag full
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const CHART = fileURLToPath(new URL('../../../deploy/helm/tollgate', import.meta.url))
const VALUES = ['--set', 'baseUrl=https://pay.example.com', '--set', 'existingSecret=tollgate']

let hasHelm = false
beforeAll(async () => {
  hasHelm = await run('helm', ['version']).then(
    () => true,
    () => false,
  )
  if (!hasHelm) console.warn('Skipped: there is no helm here.')
})

it('the chart says what it needs, and is clean once it has that', async (context) => {
  if (!hasHelm) return context.skip()
  const refused = await run('helm', ['template', CHART]).catch((error: { stderr: string }) => error)
  expect(refused.stderr).toContain('existingSecret names a secret with DATABASE_URL and MASTER_KEY')
  expect((await run('helm', ['lint', '--strict', CHART, ...VALUES])).stdout).toContain('0 chart(s) failed')
})

it('both roles run without root on a read-only file system, and settings reach them', async (context) => {
  if (!hasHelm) return context.skip()
  const { stdout } = await run('helm', ['template', 'pay', CHART, ...VALUES, '--set', 'settings.LOG_LEVEL=warn'])
  const deployments = stdout.split(/^---$/m).filter((one) => one.includes('kind: Deployment'))
  expect(deployments).toHaveLength(2)
  for (const deployment of deployments) {
    expect(deployment).toContain('runAsNonRoot: true')
    expect(deployment).toContain('readOnlyRootFilesystem: true')
    expect(deployment).toContain('{ name: LOG_LEVEL, value: "warn" }')
  }
})
