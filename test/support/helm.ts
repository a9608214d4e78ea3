import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const VERSION = 'v3.22.0'
/** Built once: it takes minutes. */
const DIRECTORY = resolve('node_modules/.cache', `helm-${VERSION}`)

/** Finds helm, or builds it from its Go module. @returns its path; undefined without helm and Go */
export async function findHelm(): Promise<string | undefined> {
  if (await succeeds('helm', ['version'])) return 'helm'
  const built = join(DIRECTORY, 'helm')
  if (existsSync(built)) return built
  if (!(await succeeds('go', ['version']))) return undefined
  await mkdir(DIRECTORY, { recursive: true })
  await run('go', ['install', `helm.sh/helm/v3/cmd/helm@${VERSION}`], { env: { ...process.env, GOBIN: DIRECTORY } })
  return built
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  )
}
