import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { runForBytes } from './run.ts'

/** Modes in archives must not depend on the settings of the machine. */
const ARCHIVE = ['-c', 'tar.umask=0022', 'archive', '--format=tar', 'HEAD']

/** Writes what the image is built from: the Dockerfile and the files that .dockerignore admits, as committed. */
export async function writeImageContext(file: string): Promise<void> {
  const rules = (await readFile('.dockerignore', 'utf8')).split('\n').filter((rule) => rule !== '' && rule !== '*')
  const paths = rules.map((rule) => (rule.startsWith('!') ? `:(glob)${rule.slice(1)}` : `:(exclude,glob)${rule}`))
  await writeFile(file, await runForBytes('git', [...ARCHIVE, 'Dockerfile', '.dockerignore', ...paths]))
}

/** Writes the Helm chart, as committed and in the form of `helm package`. */
export async function writeChart(file: string): Promise<void> {
  await writeFile(file, gzipSync(await runForBytes('git', [...ARCHIVE, 'tollgate'], 'deploy/helm'), { level: 9 }))
}
