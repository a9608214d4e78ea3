import { existsSync } from 'node:fs'
import { CommanderError } from 'commander'
import { writeJson } from '#client/exact-json.ts'
import { callGateway } from './call.ts'
import type { Command, Input, StreamingCommand } from './command.ts'
import { COMMANDS } from './commands.ts'
import { failureLines } from './failure-lines.ts'
import { asJson, asText } from './print.ts'
import { program } from './register.ts'
import { say, sayAside, sayJson } from './say.ts'

// The `tollgate` command. Exit codes: 0 success, 1 failure, 2 usage error.

endWithReader()
if (existsSync('.env')) process.loadEnvFile()
try {
  await program(COMMANDS, perform).parseAsync()
} catch (error) {
  process.exitCode = report(error as Error)
}

async function perform(command: Command, input: Input, wantsJson: boolean): Promise<void> {
  if ('follow' in command) return follow(command, input, wantsJson)
  const answer = 'run' in command ? await command.run(input) : await callGateway(command, input)
  if (wantsJson) sayJson(asJson(answer))
  else say('line' in command && command.line ? command.line(answer, input) : asText(answer, command.columns))
  if (command.note && !wantsJson) say(`\n${command.note}`)
  if (command.isBad?.(answer)) process.exitCode = 1
}

/** Ends without an error when the reader of the output, such as `head`, has ended. */
function endWithReader(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
}

/** Each thing on a line of its own, in JSON too. Ctrl-C is how it is meant to end. */
async function follow(command: StreamingCommand, input: Input, wantsJson: boolean): Promise<void> {
  process.once('SIGINT', () => process.exit(0))
  endWithParent()
  for await (const { record, line } of command.follow(input)) {
    if (wantsJson) sayJson(writeJson(record))
    else say(line)
  }
}

/** Ends when its parent is gone, such as an npm that was killed: no one would read the output. */
function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0)
  }, 1000).unref()
}

/** The parser has said what it did not understand, or printed the help that was asked for. */
function report(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  for (const line of failureLines(error)) sayAside(line)
  return 1
}
