import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The last act of a release is to keep this file (docs/contribute/upgrade-tests.md). */
const MARK = 'test/fixtures/released.backup'

/** The sources of the release before, with the packages of this one. */
export interface ReleasedSources {
  readonly directory: string
  remove(): Promise<void>
}

/** The commit that ended the release before, where the history reaches back to it. */
export async function findRelease(): Promise<string | undefined> {
  const git = async (...args: string[]) => (await run('git', args)).stdout.trim()
  try {
    if ((await git('rev-parse', '--is-shallow-repository')) === 'true') return undefined
    return (await git('log', '-1', '--format=%H', '--', MARK)) || undefined
  } catch {
    return undefined
  }
}

export async function openRelease(commit: string): Promise<ReleasedSources> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-release-'))
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, directory])
  await symlink(resolve('node_modules'), join(directory, 'node_modules'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
