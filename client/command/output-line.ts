import { writeJson } from '../exact-json.ts'
import { say, sayJson } from './say.ts'

/** One thing that happened: for scripts as an object, for people as a line. */
export interface OutputLine {
  readonly record: object
  readonly line: string
}

/** Prints each thing on a line of its own, in JSON too, until all are printed or Ctrl-C ends it. */
export async function printLines(lines: AsyncIterable<OutputLine>, wantsJson: boolean): Promise<void> {
  process.once('SIGINT', () => process.exit(0))
  endWithParent()
  for await (const { record, line } of lines) {
    if (wantsJson) sayJson(writeJson(record))
    else say(line)
  }
}

/** Ends without an error when the reader of the output, such as `head`, has ended. */
export function endWithReader(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
}

/** Ends when its parent is gone, such as an npm that was killed: no one would read the output. */
function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0)
  }, 1000).unref()
}
