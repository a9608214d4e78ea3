import { existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CommanderError } from 'commander'
import { failureLines } from '#client/command/failure.ts'
import { endWithReader, printLines } from '#client/command/output-line.ts'
import { say, sayAside, sayJson } from '#client/command/say.ts'
import { callGateway, downloadFile } from './call.ts'
import type { Command, Input } from './command.ts'
import { COMMANDS } from './commands.ts'
import { asJson, asText } from './print.ts'
import { program } from './register.ts'

// The `tollgate` command. Exit codes: 0 success, 1 failure, 2 usage error.

endWithReader()
if (existsSync('.env')) process.loadEnvFile()
try {
  await program(COMMANDS, perform).parseAsync()
} catch (error) {
  process.exitCode = report(error as Error)
}

async function perform(command: Command, input: Input, wantsJson: boolean): Promise<void> {
  if ('serve' in command) return command.serve()
  if ('follow' in command) return printLines(command.follow(input), wantsJson)
  // Files have no control characters but line ends, so they cannot control a terminal.
  if ('isFile' in command) return pipeline(downloadFile(command, input), process.stdout, { end: false })
  const answer = 'run' in command ? await command.run(input) : await callGateway(command, input)
  if (wantsJson) sayJson(asJson(answer))
  else say('line' in command && command.line ? command.line(answer, input) : asText(answer, command.columns))
  if (command.note && !wantsJson) say(`\n${command.note}`)
  if (command.isBad?.(answer)) process.exitCode = 1
}

/** The parser has said what it did not understand, or printed the help that was asked for. */
function report(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  for (const line of failureLines(error)) sayAside(line)
  return (error as Error & { readonly exitCode?: number }).exitCode ?? 1
}
