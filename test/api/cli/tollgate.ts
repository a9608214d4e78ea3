import { execFile } from 'node:child_process'

/** Output of a command and its exit code. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the `tollgate` command as a shell would, with nothing of this process' own settings. */
export function tollgate(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: '/nonexistent', ...env } }
  return new Promise((resolve) => {
    execFile('node', ['src/cli/index.ts', ...args], options, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err })
    })
  })
}
