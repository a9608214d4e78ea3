// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slugOf } from '#http/docs/anchors.ts'
import { isAnchor } from '#test/documents.ts'
import { rollingRestart } from './rolling-restart.ts'

const run = promisify(execFile)
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const RULES = pathOf('../../../deploy/prometheus/alerts.yml')
const BAD_DAYS = pathOf('alerts.yml')

const TIMEOUT_MS = 240_000

let directory: string
/** Undefined where this machine has none and Debian's package cannot be had. */
let promtool: string | undefined
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-promtool-'))
  promtool = await findPromtool().catch(() => undefined)
  if (!promtool) console.warn('Skipped: there is no promtool here, and Debian’s package prometheus cannot be had.')
}, 180_000)
afterAll(() => rm(directory, { recursive: true, force: true }))

/** The machine's own, else the one of Debian's package, unpacked into a directory that is removed afterwards. */
async function findPromtool(): Promise<string> {
  if (await run('promtool', ['--version']).catch(() => null)) return 'promtool'
  await run('apt-get', ['download', 'prometheus'], { cwd: directory, timeout: 120_000 })
  const [file] = (await readdir(directory)).filter((name) => name.endsWith('.deb'))
  await run('dpkg-deb', ['-x', file!, 'unpacked'], { cwd: directory })
  const path = join(directory, 'unpacked/usr/bin/promtool')
  await run(path, ['--version'])
  return path
}

it('every alert is shown to fire', async () => {
  const alerts = [...(await readFile(RULES, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const shown = (await readFile(BAD_DAYS, 'utf8')).split('- eval_time:')
  const firing = shown.filter((part) => part.includes('exp_labels')).map((part) => /alertname: (\w+)/.exec(part)?.[1])
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.filter((name) => !firing.includes(name))).toEqual([])
})

it('every alert and every figure in it is explained where operators read', async () => {
  const guide = await readFile(pathOf('../../../docs/operate/monitoring.md'), 'utf8')
  const rules = await readFile(RULES, 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => `\`${name}\``)
  const figures = [...rules.matchAll(/tollgate_\w+/g)].map(([name]) => `\`${name.replace(/_bucket$/, '')}\``)
  expect([...alerts, ...figures].filter((name) => !guide.includes(name))).toEqual([])
})

it('the dashboard asks for figures that there are', async () => {
  const guide = await readFile(pathOf('../../../docs/operate/monitoring.md'), 'utf8')
  const dashboard = await readFile(pathOf('../../../deploy/grafana/tollgate.json'), 'utf8')
  const { panels } = JSON.parse(dashboard)
  expect(panels.length).toBeGreaterThan(6)
  const asked = [...dashboard.matchAll(/tollgate_\w+/g)].map(([name]) => `\`${name.replace(/_bucket$/, '')}\``)
  expect(asked.filter((name) => !guide.includes(name))).toEqual([])
})

it('requests are counted without health checks and scrapes, in alerts and in the dashboard', async () => {
  const files = [RULES, pathOf('../../../deploy/grafana/tollgate.json'), pathOf('../../../docs/operate/monitoring.md')]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const counted = texts.flatMap((text) => [...text.matchAll(/tollgate_http_requests_total(?:\{([^}]*)\})?\[/g)])
  expect(counted).toHaveLength(5)
  for (const [, labels] of counted)
    expect(labels?.replaceAll('\\', '')).toMatch(/route!~"\/health\/\.\*",route!="\/metrics"$/)
})

it('every alert leads to its section of the page of incidents, which names it', async () => {
  const rules = (await readFile(RULES, 'utf8')).split('- alert: ').slice(1)
  for (const rule of rules) {
    const [, alert] = /^(\w+)/.exec(rule)!
    const [, anchor] = /runbook_url: https:\/\/pay\.example\.com\/docs\/operate\/incidents#(\S+)$/m.exec(rule) ?? []
    expect(isAnchor('docs/operate/incidents.md', anchor ?? 'none'), alert).toBe(true)
    const sections = (await readFile(pathOf('../../../docs/operate/incidents.md'), 'utf8')).split(/^## /m)
    const section = sections.find((text) => slugOf(text.split('\n')[0]!) === anchor)
    expect(section, alert).toContain(`\`${alert}\``)
  }
})

it('promtool takes the rules, and each bad day rings its alert', { timeout: TIMEOUT_MS }, async (context) => {
  if (!promtool) return context.skip()
  expect((await run(promtool, ['check', 'rules', RULES])).stdout).toContain('SUCCESS')
  // One that can fail: a rule that is none is refused.
  await expect(run(promtool, ['check', 'rules', BAD_DAYS])).rejects.toThrow()
  expect((await run(promtool, ['test', 'rules', BAD_DAYS])).stdout).toContain('SUCCESS')
})

it('no alert fires in a rolling restart that loses nothing', { timeout: TIMEOUT_MS }, async (context) => {
  if (!promtool) return context.skip()
  const alerts = [...(await readFile(RULES, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  const file = join(directory, 'rolling-restart.yml')
  await writeFile(file, JSON.stringify(rollingRestart(RULES, alerts)))
  expect((await run(promtool, ['test', 'rules', file])).stdout).toContain('SUCCESS')
  // One that can fail: a restart in which payments fail.
  const failing = JSON.stringify(rollingRestart(RULES, alerts)).replaceAll(
    '/health/ready',
    '/api/transactions/authorize',
  )
  await writeFile(file, failing)
  await expect(run(promtool, ['test', 'rules', file])).rejects.toThrow('TollgateFaults')
})
