import { readFile } from 'node:fs/promises'
import { PLUGINS, WORKSPACES } from './packages.ts'

const CHART = 'deploy/helm/tollgate/Chart.yaml'

/** Version that the release gets: that of package.json. */
export async function readVersion(): Promise<string> {
  return (await readJson('package.json')).version
}

// biome-ignore lint/suspicious/noExplicitAny: files of the project, of which a few members are read
async function readJson(file: string): Promise<any> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Versions in all other places, by the place. */
async function readOtherVersions(): Promise<readonly (readonly [place: string, version: string | undefined])[]> {
  const chart = await readFile(CHART, 'utf8')
  const locked = await readJson('package-lock.json')
  const packages = [...WORKSPACES, ...PLUGINS].map(async (folder) => {
    const file = `${folder}/package.json`
    return [file, (await readJson(file)).version] as const
  })
  const clients = PLUGINS.map(async (folder) => {
    const file = `${folder}/package.json`
    return [`@tollgate/client in ${file}`, (await readJson(file)).dependencies['@tollgate/client']] as const
  })
  return [
    ['package-lock.json', locked.version],
    ['packages of package-lock.json', locked.packages[''].version],
    ...WORKSPACES.map((folder) => [`${folder} in package-lock.json`, locked.packages[folder]?.version] as const),
    ...(await Promise.all([...packages, ...clients])),
    [`version in ${CHART}`, /^version: (.+)$/m.exec(chart)?.[1]],
    [`appVersion in ${CHART}`, /^appVersion: (.+)$/m.exec(chart)?.[1]],
    ['the newest heading of CHANGELOG.md', /^## (\S+)/m.exec(await readFile('CHANGELOG.md', 'utf8'))?.[1]],
  ]
}

/** Sentences about versions that differ from that of package.json. */
export async function findVersionProblems(version: string): Promise<string[]> {
  const others = await readOtherVersions()
  return others
    .filter(([, other]) => other !== version)
    .map(([place, other]) => `package.json has version ${version}, ${place} has ${other ?? 'none'}. Make them equal.`)
}
