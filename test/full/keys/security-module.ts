import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** True where SoftHSM and OpenSC are installed, as `.ci/install` does. */
export const hasSecurityModule = ['softhsm2-util', 'pkcs11-tool'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
)

/** A hardware security module in software, with the token `tollgate`, and a folder for its commands. */
export interface SecurityModule {
  readonly folder: string
  /** For programs that use it. */
  readonly env: Readonly<Record<string, string>>
  /** Runs the commands of docs/operate/keys.md that create a key. @returns its MASTER_KEY_COMMAND */
  createKey(): Promise<string>
  remove(): Promise<void>
}

const PIN = '739146'

export async function openSecurityModule(): Promise<SecurityModule> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-hsm-'))
  await mkdir(join(folder, 'tokens'))
  await writeFile(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\n`)
  const env = { SOFTHSM2_CONF: join(folder, 'softhsm2.conf'), PIN }
  const token = ['--init-token', '--free', '--label', 'tollgate', '--pin', PIN, '--so-pin', PIN]
  await promisify(execFile)('softhsm2-util', token, { env: { ...process.env, ...env } })
  return {
    folder,
    env,
    createKey: async () => (await runGuide('An HSM', folder, env)).MASTER_KEY_COMMAND!,
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Runs the commands of a section of docs/operate/keys.md in a folder. @returns the environment after them */
export async function runGuide(
  title: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const [, section] = (await readFile('docs/operate/keys.md', 'utf8')).split(`### ${title}\n`)
  const [, commands] = /^```sh\n([\s\S]*?)^```$/m.exec(section!)!
  const lines = commands!
    .replace(/^export PIN=.*$/m, '')
    .replaceAll('npm run tollgate --', `node ${resolve('src/cli/index.ts')}`)
  const script = `set -euo pipefail\n${lines}\nenv --null > environment`
  const { PATH } = process.env
  await promisify(execFile)('bash', ['-c', script], { cwd: folder, env: { PATH, HOME: folder, ...env } })
  const variables = (await readFile(join(folder, 'environment'), 'utf8')).split('\0').filter(Boolean)
  return Object.fromEntries(variables.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]))
}
