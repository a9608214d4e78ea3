import { readFile, writeFile } from 'node:fs/promises'
import { runForText } from './run.ts'

/** Part of a CycloneDX document that is compared or made reproducible. */
export interface Sbom {
  serialNumber?: string
  readonly metadata: { timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
}

interface Component {
  name: string
  readonly 'bom-ref': string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly link?: true
}

/**
 * Writes the SBOM of package-lock.json, with the packages of other platforms and of development.
 *
 * @returns sentences about what differs from package-lock.json
 */
export async function writeSbom(file: string, timestamp: string): Promise<string[]> {
  const sbom: Sbom = JSON.parse(await runForText('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'))
  // A random number, the time and the name of the folder would differ each time.
  delete sbom.serialNumber
  sbom.metadata.timestamp = timestamp
  for (const component of [sbom.metadata.component, ...sbom.components])
    component.name = component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@'))
  await writeFile(file, `${JSON.stringify(sbom, undefined, 2)}\n`)
  return compareSbom(sbom, JSON.parse(await readFile('package-lock.json', 'utf8')))
}

/** Sentences about packages that only one of the two has, or that have another version or integrity. */
export function compareSbom(sbom: Sbom, { packages }: Lockfile): string[] {
  const listed = sbom.components.map(({ purl, hashes }) => `${purl} ${hashes?.map(({ content }) => content) ?? ''}`)
  const locked = Object.entries(packages).flatMap(([path, entry]) =>
    path === '' || entry.link ? [] : [formatPackage(path, entry)],
  )
  return [
    ...locked.filter((line) => !listed.includes(line)).map((line) => `The SBOM lacks ${line}.`),
    ...listed
      .filter((line, index) => !locked.includes(line) || listed.indexOf(line) !== index)
      .map((line) => `The SBOM has ${line}, which package-lock.json lacks or has once.`),
  ]
}

/** URL of a locked package (purl), and its digest in the base of CycloneDX. */
function formatPackage(path: string, { name, version, integrity }: LockedPackage): string {
  const packageName = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const digest = Buffer.from(integrity?.replace(/^sha512-/, '') ?? '', 'base64').toString('hex')
  return `pkg:npm/${packageName.replace('@', '%40')}@${version} ${digest}`
}
