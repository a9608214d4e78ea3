import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
const run = promisify(execFile)

/** Runs a program in a folder of the project and returns what it prints, as bytes. */
export async function runForBytes(program: string, args: readonly string[], cwd = '.'): Promise<Buffer> {
  const { stdout } = await run(program, args, { cwd, encoding: 'buffer', maxBuffer: MAX_OUTPUT_BYTES })
  return stdout
}

/** Runs a program in the project and returns what it prints, without white space around it. */
export async function runForText(program: string, ...args: string[]): Promise<string> {
  return (await runForBytes(program, args)).toString().trim()
}
