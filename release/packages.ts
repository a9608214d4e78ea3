import { resolve } from 'node:path'
import { runForText } from './run.ts'

/** Folders of the packages that a release publishes to the npm registry; a further package is a further line. */
export const PACKAGES: readonly string[] = ['client', 'embedded-fields', 'provider']

/** Builds and packs each package; npm writes the same bytes for the same files. */
export async function packPackages(into: string): Promise<void> {
  const workspaces = PACKAGES.map((folder) => `--workspace=${folder}`)
  await runForText('npm', 'pack', ...workspaces, '--pack-destination', resolve(into))
}
