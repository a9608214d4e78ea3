import { resolve } from 'node:path'
import { runForText } from './run.ts'

/** Folders of the packages that package-lock.json has. */
export const WORKSPACES: readonly string[] = ['client', 'embedded-fields', 'provider']

/** Plugins of shop systems, which depend on the client and are built without their shop. */
export const PLUGINS: readonly string[] = ['plugins/medusa', 'plugins/vendure']

/** Builds and packs each package that a release publishes to the npm registry; npm writes the same bytes for the same files. */
export async function packPackages(into: string): Promise<void> {
  const folders = [...WORKSPACES, ...PLUGINS].map((folder) => `./${folder}`)
  await runForText('npm', 'pack', ...folders, '--pack-destination', resolve(into))
}
