// @module-tag full
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const CHART = fileURLToPath(new URL('../../../deploy/helm/tollgate', import.meta.url))
// As JSON like those of each test: of two kinds of values, `--set` would win.
const VALUES = ['--set-json', 'baseUrl="https://pay.example.com"', '--set-json', 'existingSecret="tollgate"']

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

/** @returns what is rendered with these values, or what helm says against them */
async function rendered(...values: string[]): Promise<string> {
  const args = values.flatMap((value) => ['--set-json', value])
  return run('helm', ['template', 'pay', CHART, ...VALUES, ...args]).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => `refused: ${stderr}`,
  )
}

it.for([
  ['settings.PORT=8080', 'settings.PORT must not be set'],
  ['settings.HOST="127.0.0.1"', 'settings.HOST must not be set'],
  ['settings.METRICS_PORT=9000', 'settings.METRICS_PORT must not be set'],
  ['settings.WORKERS=4', 'set api.workers'],
  ['settings.REALM="uat"', 'settings.REALM must not be set'],
  ['settings.PROCESSES="all"', 'settings.PROCESSES must not be set'],
  ['settings.MASTER_KEY="x"', 'it belongs into existingSecret'],
  ['settings.DRAIN_SECONDS=40', 'terminationGracePeriodSeconds must be at least'],
  ['settings.log="x"', 'refused'],
  ['afinity={}', 'refused'],
  ['api.memory="1Gi"', 'refused'],
  ['baseUrl="http://pay.example.com"', 'refused'],
])('the chart refuses %s', async ([value, message], context) => {
  if (!hasHelm) return context.skip()
  const text = await rendered(value!)
  expect(text).toMatch(/^refused/)
  expect(text).toContain(message)
})

it('what operators need of a cluster reaches every pod', async (context) => {
  if (!hasHelm) return context.skip()
  const text = await rendered(
    'imagePullSecrets=[{"name":"registry"}]',
    'podAnnotations={"team":"payments"}',
    'volumes=[{"name":"authority","configMap":{"name":"authority"}}]',
    'volumeMounts=[{"name":"authority","mountPath":"/etc/tollgate"}]',
    'settings.DRAIN_SECONDS=20',
  )
  const deployments = text.split(/^---$/m).filter((one) => one.includes('kind: Deployment'))
  expect(deployments).toHaveLength(2)
  for (const deployment of deployments) {
    for (const part of [
      'name: registry',
      'team: payments',
      'mountPath: /etc/tollgate',
      'podAntiAffinity:',
      'ephemeral-storage: 128Mi',
      '{ name: DRAIN_SECONDS, value: "20" }',
    ]) {
      expect(deployment).toContain(part)
    }
    expect(deployment.match(/name: METRICS_PORT/g)).toHaveLength(1)
  }
  expect(text).not.toContain('kind: NetworkPolicy')
})

it('network policies let in HTTP and scrapes from where the lists say', async (context) => {
  if (!hasHelm) return context.skip()
  const text = await rendered('networkPolicy={"enabled":true,"metrics":[{"namespaceSelector":{}}]}')
  const policies = text.split(/^---$/m).filter((one) => one.includes('kind: NetworkPolicy'))
  expect(policies.map((one) => [one.includes('port: 3000'), one.includes('namespaceSelector')])).toEqual([
    [true, false],
    [false, true],
  ])
})
