import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Commit of the release before (docs/contribute/upgrade-tests.md). */
const RELEASED = readFileSync('test/fixtures/released.commit', 'utf8').trim()

/** The sources of the release before, with the packages of this one if they are all there, else with its own. */
export interface ReleasedSources {
  readonly directory: string
  remove(): Promise<void>
}

/** Commit of the release before, if the history reaches back to it. */
export async function findRelease(): Promise<string | undefined> {
  const found = run('git', ['cat-file', '-e', `${RELEASED}^{commit}`])
  return found.then(
    () => RELEASED,
    () => undefined,
  )
}

export async function openRelease(commit: string): Promise<ReleasedSources> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-release-'))
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, directory])
  const packages = resolve('node_modules')
  const { dependencies } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
  if (Object.keys(dependencies).every((name) => existsSync(join(packages, name))))
    await symlink(packages, join(directory, 'node_modules'))
  else await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], { cwd: directory })
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
