import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const READER = 'test/full/container/compose'

/** The part of a service that tests read. */
interface Service {
  readonly image: string
  readonly command: readonly string[] | null
  readonly environment: Readonly<Record<string, string>>
  readonly ports?: readonly { readonly host_ip: string; readonly published: string; readonly target: number }[]
  readonly volumes?: readonly { readonly source: string; readonly target: string; readonly read_only?: boolean }[]
}

/** True if the machine has Go and its module proxy, which build the reader of compose files. */
export const canReadCompose = await run('go', ['build', '-o', '/dev/null', '.'], {
  cwd: READER,
  timeout: 300_000,
}).then(
  () => true,
  () => false,
)

/**
 * Reads a compose file as docker compose does, with `.env` next to it.
 * @param env what the shell sets
 * @throws with what is wrong with the file or missing in the environment
 */
export async function readCompose(
  path: string,
  env: Record<string, string> = {},
): Promise<{ readonly services: Readonly<Record<string, Service>> }> {
  const { PATH, HOME, GOPROXY, GOFLAGS } = process.env
  const options = { cwd: READER, env: { PATH, HOME, ...(GOPROXY && { GOPROXY }), ...(GOFLAGS && { GOFLAGS }), ...env } }
  const { stdout } = await run('go', ['run', '.', path], options)
  return JSON.parse(stdout)
}
