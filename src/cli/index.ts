import { existsSync } from 'node:fs'
import { CommanderError } from 'commander'
import { callGateway } from './call.ts'
import type { Command, Input } from './command.ts'
import { COMMANDS } from './commands.ts'
import { failureLines } from './failure-lines.ts'
import { asJson, asText } from './print.ts'
import { program } from './register.ts'

// The `tollgate` command. Exit codes: 0 done, 1 refused or failed, 2 not understood.

if (existsSync('.env')) process.loadEnvFile()
try {
  await program(COMMANDS, perform).parseAsync()
} catch (error) {
  process.exitCode = report(error as Error)
}

async function perform(command: Command, input: Input, wantsJson: boolean): Promise<void> {
  const answer = 'run' in command ? await command.run() : await callGateway(command, input)
  console.log(wantsJson ? asJson(answer) : asText(answer, command.columns))
  if (command.note && !wantsJson) console.log(`\n${command.note}`)
  if (command.isBad?.(answer)) process.exitCode = 1
}

/** The parser has said what it did not understand, or printed the help that was asked for. */
function report(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  for (const line of failureLines(error)) console.error(line)
  return 1
}
