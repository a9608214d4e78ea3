import { runForText } from './run.ts'

/** Sentences about a checkout that is not exactly what a tag names. */
export async function findCheckoutProblems(version: string, tag: string | undefined): Promise<string[]> {
  const changes = await runForText('git', 'status', '--porcelain')
  const problems = changes === '' ? [] : [`The tree has changes. Commit or remove them:\n${changes}`]
  return [...problems, ...(tag === undefined ? await findTaken(`v${version}`) : await findMisplaced(tag, version))]
}

async function findTaken(tag: string): Promise<string[]> {
  const taken = await runForText('git', 'tag', '--list', tag)
  return taken === '' ? [] : [`The tag ${tag} exists. Raise the version.`]
}

async function findMisplaced(tag: string, version: string): Promise<string[]> {
  if (tag !== `v${version}`) return [`The tag is ${tag}, the version ${version}. Push the tag v${version}.`]
  const [head, tagged] = await Promise.all([
    runForText('git', 'rev-parse', 'HEAD'),
    runForText('git', 'rev-parse', '--quiet', '--verify', `refs/tags/${tag}^{commit}`).catch(() => 'no commit'),
  ])
  return head === tagged ? [] : [`The tag ${tag} names ${tagged}, the checkout is ${head}. Check the tag out.`]
}

/** Time of the commit, which archives and the SBOM have in place of the current time. */
export async function readCommitTime(): Promise<string> {
  return new Date(Number(await runForText('git', 'log', '-1', '--format=%ct')) * 1000).toISOString()
}
