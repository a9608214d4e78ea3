import { readFile } from 'node:fs/promises'
import { PACKAGES } from './packages.ts'

const CHART = 'deploy/helm/tollgate/Chart.yaml'

/** Version that the release gets: that of package.json. */
export async function readVersion(): Promise<string> {
  return JSON.parse(await readFile('package.json', 'utf8')).version
}

/** Versions in all other places, by the place. */
async function readOtherVersions(): Promise<readonly (readonly [place: string, version: string | undefined])[]> {
  const chart = await readFile(CHART, 'utf8')
  const { version, packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const files = PACKAGES.map(async (folder) => {
    return [`${folder}/package.json`, JSON.parse(await readFile(`${folder}/package.json`, 'utf8')).version] as const
  })
  return [
    ['package-lock.json', version],
    ['packages of package-lock.json', packages[''].version],
    ...PACKAGES.map((folder) => [`${folder} in package-lock.json`, packages[folder]?.version] as const),
    ...(await Promise.all(files)),
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
