// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
})

const SKIP = 'There is no Helm here; .ci/install brings it.'

it('the chart says what it needs, and is clean once it has that', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const refused = await run('helm', ['template', CHART]).catch((error: { stderr: string }) => error)
  expect(refused.stderr).toContain('existingSecret names a secret with DATABASE_URL and MASTER_KEY')
  expect((await run('helm', ['lint', '--strict', CHART, ...VALUES])).stdout).toContain('0 chart(s) failed')
})

it('both roles run without root on a read-only file system, and settings reach them', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const { stdout } = await run('helm', ['template', 'pay', CHART, ...VALUES, '--set', 'settings.LOG_LEVEL=warn'])
  const deployments = stdout.split(/^---$/m).filter((one) => one.includes('kind: Deployment'))
  expect(deployments).toHaveLength(2)
  for (const deployment of deployments) {
    expect(deployment).toContain('runAsNonRoot: true')
    expect(deployment).toContain('readOnlyRootFilesystem: true')
    expect(deployment).toContain('{ name: LOG_LEVEL, value: "warn" }')
  }
})

it('numbers of a file reach the pods as they are written', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const numbers = ['1000000', '2592000', '1', '0.5', '1234567.5', '9007199254740991', 'true', '"1e6"', '"a<b"']
  const settings = numbers.map((number, index) => `  S${index}: ${number}\n`).join('')
  const file = join(await mkdtemp(join(tmpdir(), 'tollgate-chart-')), 'values.yaml')
  await writeFile(file, `terminationGracePeriodSeconds: 2592000\nsettings:\n${settings}`)
  const { stdout } = await run('helm', ['template', 'pay', CHART, ...VALUES, '-f', file])
  await rm(dirname(file), { recursive: true })
  for (const [index, number] of numbers.entries())
    expect(stdout).toContain(`{ name: S${index}, value: "${number.replaceAll('"', '')}" }`)
  expect(stdout).toContain('terminationGracePeriodSeconds: 2592000\n')
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
  if (!hasHelm) return context.skip(SKIP)
  const text = await rendered(value!)
  expect(text).toMatch(/^refused/)
  expect(text).toContain(message)
})

it('what operators need of a cluster reaches every pod', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
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
  if (!hasHelm) return context.skip(SKIP)
  const text = await rendered('networkPolicy={"enabled":true,"metrics":[{"namespaceSelector":{}}]}')
  const policies = text.split(/^---$/m).filter((one) => one.includes('kind: NetworkPolicy'))
  expect(policies.map((one) => [one.includes('port: 3000'), one.includes('namespaceSelector')])).toEqual([
    [true, false],
    [false, true],
  ])
})

it('the ingress is for the host of baseUrl, with a certificate where there is one', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const ingress = 'ingress={"enabled":true,"className":"nginx","tlsSecret":"pay-tls","annotations":{"a/b":"c"}}'
  const [document] = documents(await rendered(ingress), 'Ingress')
  for (const part of ['host: "pay.example.com"', 'hosts: ["pay.example.com"]', 'secretName: pay-tls', 'a/b: c'])
    expect(document).toContain(part)
  expect(document).toContain('ingressClassName: nginx')
  expect(document).toMatch(/name: pay\n\s+port: \{ name: http \}/)
  const [bare] = documents(
    await rendered('ingress={"enabled":true}', 'baseUrl="https://pay.example.com:8443/"'),
    'Ingress',
  )
  expect(bare).toContain('host: "pay.example.com"')
  expect(bare).not.toMatch(/tls:|ingressClassName/)
})

it('a service monitor selects the service of the metrics of both roles, and no other', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const text = await rendered('serviceMonitor={"enabled":true,"interval":"15s","labels":{"release":"prometheus"}}')
  const [monitor] = documents(text, 'ServiceMonitor')
  for (const part of ['release: prometheus', 'interval: 15s', 'app.kubernetes.io/component: metrics'])
    expect(monitor).toContain(part)
  const selected = documents(text, 'Service').filter((one) => one.includes('app.kubernetes.io/component: metrics'))
  expect(selected).toHaveLength(1)
  const [, selector] = selected[0]!.split('selector:')
  expect(selector).not.toContain('component')
})

it('migrations run before a release, as the owner of the tables', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const [job] = documents(
    await rendered('migration={"enabled":true,"existingSecret":"owner"}', 'settings.NODE_EXTRA_CA_CERTS="/a.pem"'),
    'Job',
  )
  for (const part of [
    'helm.sh/hook: pre-install,pre-upgrade',
    'args: [src/cli/index.ts, migrate]',
    'secretRef: { name: owner }',
    '{ name: NODE_EXTRA_CA_CERTS, value: "/a.pem" }',
    'restartPolicy: Never',
    'readOnlyRootFilesystem: true',
  ])
    expect(job).toContain(part)
  expect(job).not.toContain('app.kubernetes.io/name: tollgate\n')
  const [own] = documents(await rendered('migration={"enabled":true}'), 'Job')
  expect(own).toContain('secretRef: { name: tollgate }')
})

it('further secrets follow the first one', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  const deployments = documents(await rendered('extraSecrets=["three-ds","wallet"]'), 'Deployment')
  expect(deployments).toHaveLength(2)
  for (const deployment of deployments)
    expect(deployment.match(/secretRef: .*/g)!.map((line) => line.slice(10))).toEqual([
      ' { name: tollgate }',
      ' { name: three-ds }',
      ' { name: wallet }',
    ])
})

it('nothing of these is rendered by default', async (context) => {
  if (!hasHelm) return context.skip(SKIP)
  expect(await rendered()).not.toMatch(/^kind: (Ingress|ServiceMonitor|Job)$/m)
})

function documents(text: string, kind: string): string[] {
  return text.split(/^---$/m).filter((one) => one.includes(`\nkind: ${kind}\n`))
}
