import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** `PATH` of a merchant: their Node and npm, without the commands of this project's packages. */
export const MERCHANTS_PATH = process.env
  .PATH!.split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .join(delimiter)

/** A merchant's project outside the repository, with a packed package installed. */
export interface MerchantProject {
  readonly folder: string
  /** Files of the archive. */
  readonly packed: readonly string[]
  remove(): Promise<void>
}

/** Packs a package as `npm pack --workspace` does, and installs it in an empty project. */
export async function createMerchantProject(workspace = 'client'): Promise<MerchantProject> {
  const root = await mkdtemp(join(tmpdir(), 'tollgate-merchant-'))
  const folder = join(root, 'shop')
  const { filename, files } = await pack(root, workspace)
  await cp(join(root, workspace, filename), join(folder, filename))
  await writeFile(join(folder, 'package.json'), '{"name":"merchant","private":true,"type":"module"}')
  const env = { HOME: process.env.HOME, PATH: MERCHANTS_PATH }
  await run('npm', ['install', '--offline', '--no-audit', `./${filename}`], { cwd: folder, env })
  const packed = files.map(({ path }) => path)
  return { folder, packed, remove: () => rm(root, { recursive: true, force: true }) }
}

interface Archive {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Builds and packs a copy, because test files that run in parallel share its folder. */
async function pack(root: string, workspace: string): Promise<Archive> {
  const copy = join(root, workspace)
  const isSource = (path: string) => ![`${workspace}/dist`, `${workspace}/node_modules`].includes(path)
  await cp(workspace, copy, { recursive: true, filter: isSource })
  await cp('tsconfig.json', join(root, 'tsconfig.json'))
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  const { stdout } = await run('npm', ['pack', '--json'], { cwd: copy })
  // A newer npm returns the archives by the names of their packages.
  const [archive] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))) as Archive[]
  return archive!
}
